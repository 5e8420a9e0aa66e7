import type { Database } from '@trunkline/platform';
import { type DeletedClaims, type ExpiredCount, type ExpiredRemains } from '../../application/retention/ports';
import { countExpired } from './count-expired';

export class StoredExpiredRemains implements ExpiredRemains {
  constructor(private readonly db: Database) {}

  deleteClaims(afterDecision: string, beforeDecision: string, limit: number): Promise<DeletedClaims> {
    const claims = 'SELECT last_decision AS "lastDecision", deleted FROM cdr.delete_claims($1, $2, $3)';
    return this.db.get(claims, [afterDecision, beforeDecision, limit]);
  }

  countClaims(beforeDecision: string): Promise<ExpiredCount> {
    return countExpired(this.db, 'cdr.intake', 'decision_id < $1', [beforeDecision]);
  }

  async accounts(): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>('SELECT account_id AS id FROM cdr.account_marks ORDER BY 1');
    return rows.map(({ id }) => id);
  }

  async deleteValues(accountId: string, before: Date, limit: number): Promise<number> {
    const values = 'SELECT cdr.delete_hour_values($1, $2, $3) AS deleted';
    return (await this.db.get<{ deleted: number }>(values, [accountId, before, limit])).deleted;
  }

  countValues(before: Date): Promise<ExpiredCount> {
    return countExpired(this.db, 'cdr.call_hour_values', 'hour < $1', [before]);
  }
}
