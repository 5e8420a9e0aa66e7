import { TestClock } from '@trunkline/kernel/testing';
import { type Database, OutboxEventBus } from '@trunkline/platform';
import { type CallCharges, type SettledCall } from '../../application/ingest/ports';

/** Posts each charge as an event in the outbox, which exists if and only if the transaction has committed. */
export class OutboxCharges implements CallCharges {
  fails = false;

  constructor(private readonly db: Database) {}

  async settle(calls: readonly SettledCall[]): Promise<void> {
    const events = calls.flatMap(({ charge }) => {
      if (!charge) return [];
      const { accountId, reference, amountCents } = charge;
      const data = { transaction_id: reference, kind: 'charge', amount_cents: -amountCents, balance_cents: 0 };
      return [{ type: 'billing.balance.changed' as const, accountId, data }];
    });
    await new OutboxEventBus(this.db, new TestClock()).publishAll(events);
    if (this.fails) throw new Error('the ledger is unavailable');
  }

  settleLockingLast(calls: readonly SettledCall[]): Promise<void> {
    return this.settle(calls);
  }
}
