import type { DeletedPage } from '@trunkline/kernel';
import { type Database, ExpiredMonths, type Settings } from '@trunkline/platform';
import type { ExpiredCdrs, ExpiredCount, ExpiredRemains } from '../application/retention/ports';
import type { CdrRetention } from '../application/reads/ports';

/** Looks up the oldest CDR of each account: an index of CDRs by age alone would be written with every call. */
const ACCOUNTS = `SELECT account_id AS id FROM cdr.account_marks AS m CROSS JOIN LATERAL (
    SELECT FROM cdr.cdrs AS c WHERE c.account_id = m.account_id AND c.created_at < $1 ORDER BY c.created_at LIMIT 1) AS expired
  ORDER BY account_id`;

export class StoredExpiredCdrs implements ExpiredCdrs {
  private readonly months: ExpiredMonths;

  constructor(private readonly db: Database) {
    this.months = new ExpiredMonths(db);
  }

  async accountsBefore(before: Date): Promise<string[]> {
    return (await this.db.query<{ id: string }>(ACCOUNTS, [before])).map(({ id }) => id);
  }

  async delete(accountId: string, before: Date, limit: number): Promise<number> {
    const expired = 'SELECT cdr.delete_expired($1, $2, $3) AS deleted';
    return (await this.db.get<{ deleted: number }>(expired, [accountId, before, limit])).deleted;
  }

  async dropMonths(before: Date): Promise<number> {
    await this.months.drop('cdr.call_margins', before);
    return this.months.drop('cdr.cdrs', before);
  }

  count(before: Date): Promise<ExpiredCount> {
    return countExpired(this.db, 'cdr.cdrs', 'created_at < $1', [before]);
  }
}

export class StoredExpiredRemains implements ExpiredRemains {
  constructor(private readonly db: Database) {}

  deleteClaims(afterDecision: string, beforeDecision: string, limit: number): Promise<DeletedPage> {
    const claims = 'SELECT last_decision AS "lastId", deleted FROM cdr.delete_claims($1, $2, $3)';
    return this.db.get(claims, [afterDecision, beforeDecision, limit]);
  }

  deleteImportClaims(afterCdr: string, beforeCdr: string, limit: number): Promise<DeletedPage> {
    const claims = 'SELECT last_cdr AS "lastId", deleted FROM cdr.delete_import_claims($1, $2, $3)';
    return this.db.get(claims, [afterCdr, beforeCdr, limit]);
  }

  countClaims(beforeDecision: string, beforeCdr: string): Promise<ExpiredCount> {
    const expired = `CASE WHEN left(decision_id, 4) = 'imp_' THEN cdr_id < $2 ELSE decision_id < $1 END`;
    return countExpired(this.db, 'cdr.intake', expired, [beforeDecision, beforeCdr]);
  }

  async accounts(): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>('SELECT account_id AS id FROM cdr.account_marks ORDER BY 1');
    return rows.map(({ id }) => id);
  }

  async deleteValues(accountId: string, before: Date, limit: number): Promise<number> {
    const values = 'SELECT cdr.delete_hour_values($1, $2, $3) AS deleted';
    return (await this.db.get<{ deleted: number }>(values, [accountId, before, limit])).deleted;
  }

  async deleteNumberMonths(accountId: string, before: Date, limit: number): Promise<number> {
    const months = 'SELECT cdr.delete_number_months($1, $2, $3) AS deleted';
    return (await this.db.get<{ deleted: number }>(months, [accountId, before, limit])).deleted;
  }

  countValues(before: Date): Promise<ExpiredCount> {
    return countExpired(this.db, 'cdr.call_hour_values', 'hour < $1', [before]);
  }
}

/** Counts the rows of a table, and those that meet a condition. Reads all of it: for the first run after a change. */
export async function countExpired(
  db: Database,
  table: string,
  condition: string,
  values: readonly unknown[],
): Promise<ExpiredCount> {
  return db.get(`SELECT count(*) AS rows, count(*) FILTER (WHERE ${condition}) AS expired FROM ${table}`, values);
}

export class SettingsRetention implements CdrRetention {
  constructor(private readonly settings: Settings) {}

  get days(): number {
    return this.settings.CDR_RETENTION_DAYS;
  }
}
