import type { Database } from '@trunkline/platform';
import type { CardRefundRepository } from '../../application/refunds/ports';
import type { CardRefund } from '../../domain/card-refund';
import { claimDue } from '../claim-due';
import { CardRefundSchema } from '../schema';

export class StoredCardRefunds implements CardRefundRepository {
  constructor(private readonly db: Database) {}

  add(refund: CardRefund): Promise<void> {
    return this.db.table(CardRefundSchema).add(refund);
  }

  save(refund: CardRefund): Promise<void> {
    return this.db.table(CardRefundSchema).save(refund);
  }

  lock(id: string): Promise<CardRefund | null> {
    return this.db.table(CardRefundSchema).find('id = $1 FOR UPDATE', [id]);
  }

  claimDue(now: Date, limit: number): Promise<CardRefund[]> {
    return claimDue(this.db, CardRefundSchema, now, limit);
  }
}
