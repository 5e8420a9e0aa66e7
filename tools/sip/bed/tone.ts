const RATE = 8_000;
const AMPLITUDE = 8_000;
const HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;

/** Returns a WAV file with a tone: 8 kHz, 16 bits, one channel. */
export function toneFile(hertz: number, seconds: number): Buffer {
  const samples = RATE * seconds;
  const file = Buffer.alloc(HEADER_BYTES + SAMPLE_BYTES * samples);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * SAMPLE_BYTES, 28);
  file.writeUInt16LE(SAMPLE_BYTES, 32);
  file.writeUInt16LE(8 * SAMPLE_BYTES, 34);
  file.write('data', 36);
  file.writeUInt32LE(SAMPLE_BYTES * samples, 40);
  for (let index = 0; index < samples; index += 1) {
    const value = Math.round(AMPLITUDE * Math.sin((2 * Math.PI * hertz * index) / RATE));
    file.writeInt16LE(value, HEADER_BYTES + SAMPLE_BYTES * index);
  }
  return file;
}
