import type { Database } from '@trunkline/platform';
import { type CardRefundRepository } from '../../application/refunds/ports';
import type { CardRefund } from '../../domain/refunds/card-refund';
import { CardRefundSchema } from './card-refund.schema';

/** Concurrent sweeps claim different rows, in the order of their check time. */
const DUE = `SELECT id FROM billing.card_refunds WHERE check_at <= $1 ORDER BY check_at LIMIT $2 FOR UPDATE SKIP LOCKED`;

export class StoredCardRefunds implements CardRefundRepository {
  constructor(private readonly db: Database) {}

  async add(refund: CardRefund): Promise<void> {
    await this.db.manager.insert(CardRefundSchema, refund);
  }

  async save(refund: CardRefund): Promise<void> {
    await this.db.manager.update(CardRefundSchema, { id: refund.id }, refund);
  }

  lock(id: string): Promise<CardRefund | null> {
    return this.db.manager.findOne(CardRefundSchema, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  claimDue(now: Date, limit: number): Promise<CardRefund[]> {
    return this.db.run(async () => {
      const due: CardRefund[] = [];
      for (const { id } of await this.db.query<{ id: string }>(DUE, [now, limit])) {
        const refund = await this.db.manager.findOneByOrFail(CardRefundSchema, { id });
        refund.postponeCheck(now);
        await this.save(refund);
        due.push(refund);
      }
      return due;
    });
  }
}
