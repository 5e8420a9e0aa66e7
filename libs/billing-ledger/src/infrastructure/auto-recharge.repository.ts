import type { Database } from '@trunkline/platform';
import type { AutoRechargeRepository } from '../application/auto-recharge/ports';
import type { AccountRef } from '../application/sweep';
import type { AutoRecharge } from '../domain/auto-recharge';
import { AutoRechargeSchema } from './schema';

const CREATE = `INSERT INTO billing.auto_recharges (account_id, enabled, attempted_at, failures)
  VALUES ($1, false, '{}', 0) ON CONFLICT (account_id) DO NOTHING`;

const LIST_DUE = `SELECT r.account_id AS "accountId"
  FROM billing.auto_recharges r JOIN billing.wallets w ON w.account_id = r.account_id
  WHERE r.account_id > $2 AND (r.enabled OR r.claim_id IS NOT NULL)
    AND (r.claim_due_at <= $1 OR (r.claim_id IS NULL AND w.balance_cents < r.threshold_cents))
  ORDER BY r.account_id LIMIT $3`;

export class StoredAutoRecharges implements AutoRechargeRepository {
  constructor(private readonly db: Database) {}

  find(accountId: string): Promise<AutoRecharge | null> {
    return this.db.table(AutoRechargeSchema).find('account_id = $1', [accountId]);
  }

  lock(accountId: string): Promise<AutoRecharge | null> {
    return this.db.table(AutoRechargeSchema).find('account_id = $1 FOR UPDATE', [accountId]);
  }

  async lockOrCreate(accountId: string): Promise<AutoRecharge> {
    await this.db.write(CREATE, [accountId]);
    return this.db.table(AutoRechargeSchema).get('account_id = $1 FOR UPDATE', [accountId]);
  }

  save(recharge: AutoRecharge): Promise<void> {
    return this.db.table(AutoRechargeSchema).save(recharge);
  }

  listDue(now: Date, after: string, limit: number): Promise<AccountRef[]> {
    return this.db.query<AccountRef>(LIST_DUE, [now, after, limit]);
  }
}
