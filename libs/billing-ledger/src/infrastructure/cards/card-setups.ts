import type { Database } from '@trunkline/platform';
import { type CardSetupRepository, type OpenSetup } from '../../application/cards/ports';

const ADD = `INSERT INTO billing.card_setups (id, account_id, expires_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING`;
const EXPIRED = `SELECT id, account_id AS "accountId", expires_at AS "expiresAt" FROM billing.card_setups
  WHERE closed_at IS NULL AND expires_at <= $1 ORDER BY expires_at LIMIT $2`;
const CLOSE = `UPDATE billing.card_setups SET closed_at = $2 WHERE id = $1 AND closed_at IS NULL`;

export class StoredCardSetups implements CardSetupRepository {
  constructor(private readonly db: Database) {}

  async add({ id, accountId, expiresAt }: OpenSetup): Promise<void> {
    await this.db.query(ADD, [id, accountId, expiresAt]);
  }

  findExpired(now: Date, limit: number): Promise<OpenSetup[]> {
    return this.db.query<OpenSetup>(EXPIRED, [now, limit]);
  }

  async close(id: string, at: Date): Promise<void> {
    await this.db.query(CLOSE, [id, at]);
  }
}
