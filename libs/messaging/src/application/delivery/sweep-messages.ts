import { addDays, addSeconds, type Clock, collectingErrors } from '@trunkline/kernel';
import { notAccepted, withoutReceipt } from '../../domain/delivery';
import type { Message } from '../../domain/message';
import { IsolatedBatches } from '../faults';
import { inBatches, type MessageRetention } from '../retention';
import type { DeliveryFacts } from './carrier-pump';
import type { DeliveryStore } from './ports';
import type { SettleDelivery } from './settle-delivery';

const BATCH = 500;
/** A link answers far sooner; past this, the worker and its lease are gone. */
const SUBMITTING_SECONDS_MAX = 600;
/** Receipts arrive within three days; repeated ones may follow. */
const PARTS_DAYS = 7;
/** A message that several sweeps could not end. */
const OVERDUE_SECONDS = 600;

/** Ends what waits for nothing any more. Safe to run on many workers. */
export class SweepMessages {
  constructor(
    private readonly store: DeliveryStore,
    private readonly settling: SettleDelivery,
    private readonly facts: DeliveryFacts,
    private readonly retention: Pick<MessageRetention, 'bodyDays'>,
    private readonly clock: Clock,
  ) {}

  /** Throws an AggregateError at the end, with what could not be ended: the next sweep tries again. */
  async sweep(): Promise<void> {
    // One that fails must not keep held money from being released by the others.
    const steps = [() => this.giveUp(), () => this.match(), () => this.expire(), () => this.endWaitsForReceipts()];
    await collectingErrors('steps of the sweep of messages have failed', async (attempt) => {
      for (const step of steps) await attempt(step);
    });
  }

  /** Counts the messages that sweeps could not end for ten minutes. */
  countOverdue(): Promise<number> {
    return this.store.countOverdue(addSeconds(this.clock.now(), -OVERDUE_SECONDS));
  }

  /** Deletes bodies after their retention, and parts whose receipts are settled. Returns how many rows. */
  async prune(): Promise<number> {
    const now = this.clock.now();
    const bodies = await all((limit) => this.store.pruneBodies(addDays(now, -this.retention.bodyDays), limit));
    return bodies + (await all((limit) => this.store.pruneParts(addDays(now, -PARTS_DAYS), limit)));
  }

  private async giveUp(): Promise<void> {
    await this.store.giveUp(addSeconds(this.clock.now(), -SUBMITTING_SECONDS_MAX), this.clock.now());
  }

  /** Finds the messages of receipts whose id no answer has named. */
  private async match(): Promise<void> {
    const parts = await this.store.unmatched(this.clock.now(), BATCH);
    await Promise.all(parts.map((part) => this.facts.settle({ kind: 'match', part })));
  }

  private async expire(): Promise<void> {
    const now = this.clock.now();
    const isExpired = (expiresAt: Date | null) => expiresAt !== null && expiresAt <= now;
    await this.end(
      (except) => this.store.expired(now, BATCH, except),
      (message) => (message.phase === 'waiting' && isExpired(message.expiresAt) ? notAccepted(message) : message),
    );
  }

  private async endWaitsForReceipts(): Promise<void> {
    const now = this.clock.now();
    const isOver = (until: Date | null) => until !== null && until <= now;
    await this.end(
      (except) => this.store.withoutReceipt(now, BATCH, except),
      (message) => (isOver(message.receiptUntil) ? withoutReceipt(message) : message),
    );
  }

  /** Ends what is found, batch by batch. */
  private async end(
    find: (except: readonly string[]) => Promise<readonly string[]>,
    ended: (message: Message) => Message,
  ): Promise<void> {
    const batches = new IsolatedBatches();
    for (let mayBeMore = true; mayBeMore; ) {
      const ids = await find(batches.left);
      mayBeMore = ids.length === BATCH;
      try {
        await this.settling.change(ids, ended);
      } catch (error) {
        const { isDone } = await batches.run(ids, (id) => this.settling.change([id], ended), error);
        mayBeMore ||= !isDone;
      }
    }
    batches.end('Messages were not ended');
  }
}

const all = (batch: (limit: number) => Promise<number>) => inBatches(batch, BATCH);
