import type { Database } from '@trunkline/platform';
import { type AutoRechargeRepository } from '../../application/auto-recharge/ports';
import type { AutoRecharge } from '../../domain/auto-recharge/auto-recharge';
import { AutoRechargeSchema } from './auto-recharge.schema';

const CREATE = `INSERT INTO billing.auto_recharges (account_id, enabled, attempted_at, failures)
  VALUES ($1, false, '{}', 0) ON CONFLICT (account_id) DO NOTHING`;

const LIST_DUE = `SELECT r.account_id FROM billing.auto_recharges r JOIN billing.wallets w ON w.account_id = r.account_id
  WHERE r.account_id > $2 AND (r.enabled OR r.claim_id IS NOT NULL)
    AND (r.claim_due_at <= $1 OR (r.claim_id IS NULL AND w.balance_cents < r.threshold_cents))
  ORDER BY r.account_id LIMIT $3`;

export class StoredAutoRecharges implements AutoRechargeRepository {
  constructor(private readonly db: Database) {}

  find(accountId: string): Promise<AutoRecharge | null> {
    return this.db.manager.findOneBy(AutoRechargeSchema, { accountId });
  }

  lock(accountId: string): Promise<AutoRecharge | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return this.db.manager.findOne(AutoRechargeSchema, { where: { accountId }, lock });
  }

  async lockOrCreate(accountId: string): Promise<AutoRecharge> {
    await this.db.query(CREATE, [accountId]);
    const recharge = await this.lock(accountId);
    if (!recharge) throw new Error(`Account ${accountId} has no auto-recharge row after its creation.`);
    return recharge;
  }

  async save(recharge: AutoRecharge): Promise<void> {
    await this.db.manager.update(AutoRechargeSchema, { accountId: recharge.accountId }, recharge);
  }

  async listDue(now: Date, after: string, limit: number): Promise<string[]> {
    const rows = await this.db.query<{ account_id: string }>(LIST_DUE, [now, after, limit]);
    return rows.map(({ account_id }) => account_id);
  }
}
