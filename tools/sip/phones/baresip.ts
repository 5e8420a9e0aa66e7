import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Certificates } from '../bed/certificates';
import { isListening } from '../bed/listening';
import { until } from '../bed/poll';
import type { Program } from '../bed/program';
import type { Testbed } from '../bed/testbed';
import type { Address } from '../sipp/phone';

const RATE = 8_000;
const AMPLITUDE = 8_000;
const HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;

/** Returns a WAV file with a tone: 8 kHz, 16 bits, one channel. */
function toneFile(hertz: number, seconds: number): Buffer {
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

export interface BaresipOptions {
  /** Users that it answers for, such as called numbers. */
  readonly users: readonly string[];
  /** Parameters of its accounts, such as `mediaenc=srtp-mand`. */
  readonly parameters?: string;
  /** The line of an account that registers, in place of those for the users. */
  readonly account?: string;
  readonly certificates: Certificates;
}

const TONE_HERTZ = 440;
const TONE_SECONDS = 30;
const MEDIA_PORTS = 12;
const MODULES = ['g711', 'aufile', 'srtp', 'dtls_srtp'];

/** A phone that answers by itself, with SRTP and TLS: SIP on its port, SIP over TLS on the next one. */
export class Baresip {
  private constructor(
    readonly address: Address,
    readonly tls: Address,
    private readonly program: Program,
  ) {}

  static async start(bed: Testbed, options: BaresipOptions): Promise<Baresip> {
    const { users, parameters = '', account: registering, certificates } = options;
    const port = await pairOfPorts(bed);
    const name = `baresip-${port}`;
    const folder = bed.makeFolder(name);
    const host = '127.0.0.1';
    writeFileSync(join(folder, 'tone.wav'), toneFile(TONE_HERTZ, TONE_SECONDS));
    writeFileSync(join(folder, 'contacts'), '');
    const account = `regint=0;answermode=auto;audio_codecs=pcma,pcmu${parameters && `;${parameters}`}`;
    const accounts = users.map((user) => `<sip:${user}@${host}:${port}>;${account}`);
    const lines = registering === undefined ? accounts : [`${registering.trim()};answermode=auto`];
    writeFileSync(join(folder, 'accounts'), lines.map((line) => `${line}\n`).join(''));
    const media = await bed.ports.media(MEDIA_PORTS);
    writeFileSync(join(folder, 'config'), configuration({ folder, host, port, media, certificates }));
    const program = bed.start(name, 'baresip', ['-f', folder, '-v']);
    await until('the start of baresip', () => {
      if (!program.isRunning) throw new Error(`baresip has ended: ${program.log().slice(-500)}`);
      return isListening(port) && isListening(port + 1);
    });
    return new Baresip({ host, port }, { host, port: port + 1 }, program);
  }

  log(): string {
    return this.program.log();
  }

  /** Returns the packets of its last call, as it counts them at the end. */
  packets(): { readonly sent: number; readonly received: number } | null {
    const counted = [...this.log().matchAll(/packets: +(\d+) +(\d+)/g)].at(-1);
    return counted ? { sent: Number(counted[1]), received: Number(counted[2]) } : null;
  }

  stop(): Promise<void> {
    return this.program.stop();
  }
}

/** baresip takes the port after that of SIP for TLS. */
async function pairOfPorts(bed: Testbed): Promise<number> {
  for (;;) {
    const first = await bed.ports.port();
    if ((await bed.ports.port()) === first + 1) return first;
  }
}

interface Configuration {
  readonly folder: string;
  readonly host: string;
  readonly port: number;
  readonly media: number;
  readonly certificates: Certificates;
}

/** The interface is an address, because the name of the loopback interface is refused. The sound is a file of 8 kHz. */
function configuration({ folder, host, port, media, certificates }: Configuration): string {
  const settings: readonly (readonly [string, string | number])[] = [
    ['poll_method', 'epoll'],
    ['sip_listen', `${host}:${port}`],
    ['sip_certificate', certificates.both],
    ['sip_cafile', certificates.authority],
    ['audio_player', `aufile,${folder}/heard.wav`],
    ['audio_source', `aufile,${folder}/tone.wav`],
    ['audio_alert', 'aufile,/dev/null'],
    ['ausrc_srate', 8000],
    ['auplay_srate', 8000],
    ['ausrc_channels', 1],
    ['auplay_channels', 1],
    ['rtp_ports', `${media}-${media + MEDIA_PORTS - 2}`],
    ['rtp_stats', 'yes'],
    ['net_interface', host],
    ['module_path', '/usr/lib/baresip/modules'],
    ...MODULES.map((name) => ['module', `${name}.so`] as const),
    ...['account', 'contact', 'menu'].map((name) => ['module_app', `${name}.so`] as const),
  ];
  return settings.map(([name, value]) => `${name} ${value}\n`).join('');
}
