import type { Database } from '@trunkline/platform';
import type { DebtRepository } from '../application/ports';
import type { AccountRef } from '../application/sweep';
import type { Debt } from '../domain/debt';
import { IS_IN_DEBT } from './journal/credit';
import { DebtSchema } from './schema';

const CREATE = `INSERT INTO billing.debts (account_id) VALUES ($1) ON CONFLICT (account_id) DO NOTHING`;

/** Scans every wallet: cheap for a daily job, while an index on the balance would slow down every charge. */
const LIST_OPEN = `SELECT w.account_id AS "accountId"
  FROM billing.wallets w LEFT JOIN billing.debts d ON d.account_id = w.account_id
  WHERE w.account_id > $1 AND (${IS_IN_DEBT} OR d.since IS NOT NULL)
  ORDER BY w.account_id LIMIT $2`;

export class StoredDebts implements DebtRepository {
  constructor(private readonly db: Database) {}

  async lock(accountId: string): Promise<Debt> {
    await this.db.write(CREATE, [accountId]);
    return this.db.table(DebtSchema).get('account_id = $1 FOR UPDATE', [accountId]);
  }

  save(debt: Debt): Promise<void> {
    return this.db.table(DebtSchema).save(debt);
  }

  listOpen(after: string, limit: number): Promise<AccountRef[]> {
    return this.db.query<AccountRef>(LIST_OPEN, [after, limit]);
  }
}
