const FRESH_MS = 5000;
const STALE_MS = 30_000;

/**
 * Runs a probe at most every five seconds, because the health endpoint is public and must not open a connection to the
 * mail server per request. While the probe runs again, the last result is returned.
 */
export class CachedProbe {
  private last = { result: false, at: -Infinity };
  private probing: Promise<boolean> | null = null;

  constructor(
    private readonly probe: () => Promise<boolean>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Returns a result that is at most 30 seconds old. */
  async result(): Promise<boolean> {
    const age = this.now() - this.last.at;
    if (age < FRESH_MS) return this.last.result;
    this.probing ??= this.run().finally(() => (this.probing = null));
    return age < STALE_MS ? this.last.result : this.probing;
  }

  private async run(): Promise<boolean> {
    const result = await this.probe();
    this.last = { result, at: this.now() };
    return result;
  }
}
