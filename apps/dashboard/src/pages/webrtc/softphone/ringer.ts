const TONE_HZ = 425;
const RINGS_FOR_S = 1;
const PAUSES_FOR_MS = 4_000;
const VOLUME = 0.1;

/** Rings until it is stopped. Without sound (a page that was not clicked yet may not play any), the page still shows the call. */
export class Ringer {
  private readonly context = new AudioContext();
  private readonly timer: ReturnType<typeof setInterval>;

  constructor() {
    this.ring();
    this.timer = setInterval(() => this.ring(), PAUSES_FOR_MS);
  }

  stop(): void {
    clearInterval(this.timer);
    void this.context.close();
  }

  private ring(): void {
    const tone = this.context.createOscillator();
    const volume = this.context.createGain();
    tone.frequency.value = TONE_HZ;
    volume.gain.value = VOLUME;
    tone.connect(volume).connect(this.context.destination);
    tone.start();
    tone.stop(this.context.currentTime + RINGS_FOR_S);
  }
}
