import type { Database } from '@trunkline/platform';
import { type ExpiredCdrs, type ExpiredCount } from '../../application/retention/ports';
import { countExpired } from './count-expired';

/** Looks up the oldest CDR of each account: an index of CDRs by age alone would be written with every call. */
const ACCOUNTS = `SELECT account_id AS id FROM cdr.account_marks AS m CROSS JOIN LATERAL (
    SELECT FROM cdr.cdrs AS c WHERE c.account_id = m.account_id AND c.created_at < $1 ORDER BY c.created_at LIMIT 1) AS expired
  ORDER BY account_id`;

export class StoredExpiredCdrs implements ExpiredCdrs {
  constructor(private readonly db: Database) {}

  async accountsBefore(before: Date): Promise<string[]> {
    return (await this.db.query<{ id: string }>(ACCOUNTS, [before])).map(({ id }) => id);
  }

  async delete(accountId: string, before: Date, limit: number): Promise<number> {
    const expired = 'SELECT cdr.delete_expired($1, $2, $3) AS deleted';
    return (await this.db.get<{ deleted: number }>(expired, [accountId, before, limit])).deleted;
  }

  count(before: Date): Promise<ExpiredCount> {
    return countExpired(this.db, 'cdr.cdrs', 'created_at < $1', [before]);
  }
}
