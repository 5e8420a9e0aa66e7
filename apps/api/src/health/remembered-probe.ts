const FRESH_MS = 5000;
const KNOWN_MS = 30_000;

/**
 * A probe that is made every five seconds at most, however often it is asked for: anyone may ask how the service is, and
 * none of them is to open a connection to the mail server. While it is made again, the answer is the last one.
 */
export class RememberedProbe {
  private known = { answer: false, at: -Infinity };
  private probing: Promise<boolean> | null = null;

  constructor(
    private readonly probe: () => Promise<boolean>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Never older than half a minute. */
  async answers(): Promise<boolean> {
    const age = this.now() - this.known.at;
    if (age < FRESH_MS) return this.known.answer;
    this.probing ??= this.ask().finally(() => (this.probing = null));
    return age < KNOWN_MS ? this.known.answer : this.probing;
  }

  private async ask(): Promise<boolean> {
    const answer = await this.probe();
    this.known = { answer, at: this.now() };
    return answer;
  }
}
