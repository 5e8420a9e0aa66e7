import type { Database } from '@trunkline/platform';
import { type DebtRepository } from '../../application/debt/ports';
import type { Debt } from '../../domain/debt/debt';
import { IS_IN_DEBT } from '../journal/credit';
import { DebtSchema } from './debt.schema';

const MAKE = `INSERT INTO billing.debts (account_id) VALUES ($1) ON CONFLICT (account_id) DO NOTHING`;

/** Scans every wallet: cheap for a daily job, while an index on the balance would slow down every charge. */
const LIST_OPEN = `SELECT w.account_id FROM billing.wallets w LEFT JOIN billing.debts d ON d.account_id = w.account_id
  WHERE w.account_id > $1 AND (${IS_IN_DEBT} OR d.since IS NOT NULL)
  ORDER BY w.account_id LIMIT $2`;

export class StoredDebts implements DebtRepository {
  constructor(private readonly db: Database) {}

  async lock(accountId: string): Promise<Debt> {
    await this.db.query(MAKE, [accountId]);
    return this.db.manager.findOneOrFail(DebtSchema, { where: { accountId }, lock: { mode: 'pessimistic_write' } });
  }

  async save(debt: Debt): Promise<void> {
    await this.db.manager.update(DebtSchema, { accountId: debt.accountId }, debt);
  }

  async listOpen(after: string, limit: number): Promise<string[]> {
    const rows = await this.db.query<{ account_id: string }>(LIST_OPEN, [after, limit]);
    return rows.map(({ account_id }) => account_id);
  }
}
