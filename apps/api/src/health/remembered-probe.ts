const FRESH_MS = 5000;
const KNOWN_MS = 30_000;

/**
 * Runs a probe at most every five seconds, because the health endpoint is public and must not open a connection to the
 * mail server per request. While the probe runs again, the last result is returned.
 */
export class RememberedProbe {
  private known = { answer: false, at: -Infinity };
  private probing: Promise<boolean> | null = null;

  constructor(
    private readonly probe: () => Promise<boolean>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Returns a result that is at most 30 seconds old. */
  async answers(): Promise<boolean> {
    const age = this.now() - this.known.at;
    if (age < FRESH_MS) return this.known.answer;
    this.probing ??= this.run().finally(() => (this.probing = null));
    return age < KNOWN_MS ? this.known.answer : this.probing;
  }

  private async run(): Promise<boolean> {
    const answer = await this.probe();
    this.known = { answer, at: this.now() };
    return answer;
  }
}
