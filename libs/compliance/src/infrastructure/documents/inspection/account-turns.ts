import { ComplianceErrors } from '../../../domain/errors';

/** Runs work of many accounts, some of it at a time, so that the work of one account does not delay that of the others. */
export class AccountTurns {
  /** The account that has waited longest since its last turn comes first. */
  private readonly waiting = new Map<string, (() => void)[]>();
  private readonly running = new Map<string, number>();
  private free: number;

  constructor(
    places: number,
    /** At most this much work of an account runs at a time. */
    private readonly runningMax: number,
    /** At most this much work of an account waits. */
    private readonly waitingMax: number,
  ) {
    this.free = places;
  }

  /** Throws `unavailable` when too much work of the account waits. */
  async run<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    await this.admission(accountId);
    try {
      return await work();
    } finally {
      this.free += 1;
      this.count(accountId, -1);
      this.admit();
    }
  }

  private admission(accountId: string): Promise<void> {
    const queue = this.waiting.get(accountId) ?? [];
    if (queue.length >= this.waitingMax) {
      throw ComplianceErrors.unavailable({
        message: `${this.waitingMax} documents of the account wait to be checked. Retry after the time in \`Retry-After\`.`,
      });
    }
    return new Promise((begin) => {
      queue.push(begin);
      this.waiting.set(accountId, queue);
      this.admit();
    });
  }

  private admit(): void {
    for (const [accountId, queue] of this.waiting) {
      if (this.free === 0) return;
      if ((this.running.get(accountId) ?? 0) >= this.runningMax) continue;
      this.free -= 1;
      this.count(accountId, 1);
      queue.shift()?.();
      // To the end of the order. An account that is visited again in this loop takes its next turn behind the others.
      this.waiting.delete(accountId);
      if (queue.length > 0) this.waiting.set(accountId, queue);
    }
  }

  private count(accountId: string, change: number): void {
    const count = (this.running.get(accountId) ?? 0) + change;
    if (count > 0) this.running.set(accountId, count);
    else this.running.delete(accountId);
  }
}
