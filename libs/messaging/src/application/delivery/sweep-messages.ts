import { addDays, addSeconds, type Clock } from '@trunkline/kernel';
import { notAccepted, withoutReceipt } from '../../domain/delivery';
import { inBatches, type MessageRetention } from '../retention';
import type { DeliveryFacts } from './carrier-pump';
import type { DeliveryStore } from './ports';
import type { SettleDelivery } from './settle-delivery';

const BATCH = 500;
/** A link answers far sooner; past this, the worker and its lease are gone. */
const SUBMITTING_SECONDS_MAX = 600;
/** Receipts arrive within three days; repeated ones may follow. */
const PARTS_DAYS = 7;

/** Ends what waits for nothing any more. Safe to run on many workers. */
export class SweepMessages {
  constructor(
    private readonly store: DeliveryStore,
    private readonly settling: SettleDelivery,
    private readonly facts: DeliveryFacts,
    private readonly retention: Pick<MessageRetention, 'bodyDays'>,
    private readonly clock: Clock,
  ) {}

  async sweep(): Promise<void> {
    await this.store.giveUp(addSeconds(this.clock.now(), -SUBMITTING_SECONDS_MAX), this.clock.now());
    // One that fails must not keep held money from being released by the others.
    const faults = [
      ...(await attempt(() => this.match())),
      ...(await attempt(() => this.expire())),
      ...(await attempt(() => this.endWaitsForReceipts())),
    ];
    if (faults.length > 0) throw new AggregateError(faults, 'Some messages could not be swept.');
  }

  /** Deletes bodies after their retention, and parts whose receipts are settled. Returns how many rows. */
  async prune(): Promise<number> {
    const now = this.clock.now();
    const bodies = await all((limit) => this.store.pruneBodies(addDays(now, -this.retention.bodyDays), limit));
    return bodies + (await all((limit) => this.store.pruneParts(addDays(now, -PARTS_DAYS), limit)));
  }

  /** Finds the messages of receipts whose id no answer has named. */
  private async match(): Promise<void> {
    const parts = await this.store.unmatched(this.clock.now(), BATCH);
    await Promise.all(parts.map((part) => this.facts.settle({ kind: 'match', part })));
  }

  private async expire(): Promise<void> {
    const now = this.clock.now();
    const isExpired = (expiresAt: Date | null) => expiresAt !== null && expiresAt <= now;
    await all(async (limit) =>
      this.settling.change(await this.store.expired(now, limit), (message) =>
        message.phase === 'waiting' && isExpired(message.expiresAt) ? notAccepted(message) : message,
      ),
    );
  }

  private async endWaitsForReceipts(): Promise<void> {
    const now = this.clock.now();
    const isOver = (until: Date | null) => until !== null && until <= now;
    await all(async (limit) =>
      this.settling.change(await this.store.withoutReceipt(now, limit), (message) =>
        isOver(message.receiptUntil) ? withoutReceipt(message) : message,
      ),
    );
  }
}

async function attempt(step: () => Promise<void>): Promise<readonly unknown[]> {
  try {
    await step();
    return [];
  } catch (error) {
    return [error];
  }
}

const all = (batch: (limit: number) => Promise<number>) => inBatches(batch, BATCH);
