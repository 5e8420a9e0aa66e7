import { addDays, type Clock, type Transactor } from '@trunkline/kernel';
import type { SpendingHours } from './spending';
import { SYSTEM_ACCOUNT } from './system-messages';

const BATCH = 1_000;

/** How long a deployment keeps messages, and what they say. */
export abstract class MessageRetention {
  abstract readonly days: number;
  abstract readonly bodyDays: number;
}

export interface ExpiredCount {
  readonly rows: number;
  readonly expired: number;
}

/** Messages past their retention. Those that are on their way stay. */
export abstract class ExpiredMessages {
  /** Returns the accounts that have messages created before the time. */
  abstract accountsBefore(before: Date): Promise<readonly string[]>;
  /**
   * Deletes at most `limit` messages of an account that were created before the time, and returns their count. The database keeps
   * messages that are younger than its own minimum.
   */
  abstract delete(accountId: string, before: Date, limit: number): Promise<number>;
  /** The same for batches. */
  abstract deleteBatches(accountId: string, before: Date, limit: number): Promise<number>;
  abstract count(before: Date): Promise<ExpiredCount>;
}

/** Deletes messages past their retention. Each batch commits by itself, so an interrupted run continues later. */
export class PruneMessages {
  constructor(
    private readonly expired: ExpiredMessages,
    private readonly spending: SpendingHours,
    private readonly retention: MessageRetention,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of messages deleted. See docs/messages.md#retention. */
  async prune(): Promise<number> {
    const before = this.before(this.retention.days);
    let total = 0;
    for (const accountId of await this.expired.accountsBefore(before)) {
      total += await inBatches((limit) => this.expired.delete(accountId, before, limit));
      await inBatches((limit) => this.expired.deleteBatches(accountId, before, limit));
    }
    await inBatches((limit) => this.spending.prune(before, limit));
    return total + (await this.pruneSystem());
  }

  count(): Promise<ExpiredCount> {
    return this.expired.count(this.before(this.retention.days));
  }

  /** Codes serve for minutes, so the numbers that they were sent to are kept no longer than texts are. */
  private pruneSystem(): Promise<number> {
    const before = this.before(Math.min(this.retention.bodyDays, this.retention.days));
    return inBatches((limit) => this.expired.delete(SYSTEM_ACCOUNT, before, limit));
  }

  private before(days: number): Date {
    return addDays(this.clock.now(), -days);
  }
}

/** The accounts whose messages are to be erased, until they are. */
export abstract class MessageErasures {
  /** Idempotent. Joins the transaction. */
  abstract request(accountId: string, at: Date): Promise<void>;
  abstract list(): Promise<readonly string[]>;
  /** Deletes at most `limit` messages that are not on their way, with what carriers said of them. Returns how many. */
  abstract deleteMessages(accountId: string, limit: number): Promise<number>;
  /** Deletes the opt-outs, the batches and the stop of the account. Joins the transaction. */
  abstract deleteRest(accountId: string): Promise<void>;
  /** Ends the erasure, unless messages are left. Joins the transaction. */
  abstract end(accountId: string): Promise<void>;
}

/** Erases the messages of closed accounts, and everything else that has numbers of other people. */
export class EraseMessages {
  constructor(
    private readonly tx: Transactor,
    private readonly erasures: MessageErasures,
    private readonly clock: Clock,
  ) {}

  /** Joins the caller's transaction. Idempotent. */
  request(accountId: string): Promise<void> {
    return this.erasures.request(accountId, this.clock.now());
  }

  /**
   * Erases what was requested, in batches that commit by themselves: a run that is interrupted, or finds messages on their way,
   * is continued by the next. Safe on any number of workers. Returns the number of messages deleted.
   */
  async erase(): Promise<number> {
    let total = 0;
    for (const accountId of await this.erasures.list()) {
      total += await inBatches((limit) => this.erasures.deleteMessages(accountId, limit));
      await this.tx.run(async () => {
        await this.erasures.deleteRest(accountId);
        await this.erasures.end(accountId);
      });
    }
    return total;
  }
}

/** Repeats a batch until one is not full. Returns the sum. */
export async function inBatches(batch: (limit: number) => Promise<number>, size = BATCH): Promise<number> {
  let sum = 0;
  for (let count = size; count === size; sum += count) count = await batch(size);
  return sum;
}
