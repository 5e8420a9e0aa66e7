/** A limited number of places, granted in the order of the calls. */
export class Slots {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly limit: number) {}

  get isUnused(): boolean {
    return this.taken === 0;
  }

  async take(): Promise<void> {
    if (this.taken < this.limit) {
      this.taken += 1;
      return;
    }
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Passes the place to the next caller. */
  free(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.taken -= 1;
  }
}

export interface ConcurrencyLimits {
  /** Requests in flight of this process. A quarter of them is for failing endpoints alone. */
  readonly total: number;
  readonly account: number;
  readonly endpoint: number;
}

const FAILING_SHARE = 0.25;

/** Shares the requests in flight of this process among accounts, and keeps failing endpoints apart. */
export class RequestSlots {
  private readonly healthy: Slots;
  private readonly failing: Slots;
  private readonly accounts = new Map<string, Slots>();

  constructor(readonly limits: ConcurrencyLimits) {
    const failing = Math.max(1, Math.floor(limits.total * FAILING_SHARE));
    this.failing = new Slots(failing);
    this.healthy = new Slots(Math.max(1, limits.total - failing));
  }

  /** Resolves when a request may start. Call the result once it has ended. */
  async take(accountId: string, isFailing: boolean): Promise<() => void> {
    const account = this.accounts.get(accountId) ?? new Slots(this.limits.account);
    this.accounts.set(accountId, account);
    await account.take();
    const all = isFailing ? this.failing : this.healthy;
    await all.take();
    return () => {
      all.free();
      account.free();
      if (account.isUnused) this.accounts.delete(accountId);
    };
  }
}
