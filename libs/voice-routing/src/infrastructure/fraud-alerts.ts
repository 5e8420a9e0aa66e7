import type { Page, PageRequest } from '@trunkline/kernel';
import { columnNames, columnsOf, type Database, membersOf, storedValues, Where } from '@trunkline/platform';
import type { AlertFilters, AlertView, SpendingWatch, FraudAlerts } from '../application/alerts/ports';
import type { FraudAlert } from '../domain/fraud-alert';
import type { RulesInForce } from './outbound/outbound-policies';
import { FraudAlertSchema } from './schema';

const STATUS = `CASE WHEN acknowledged_at IS NULL THEN 'open' ELSE 'acknowledged' END`;
const SELECT = `SELECT ${columnsOf(FraudAlertSchema, membersOf(FraudAlertSchema, ['subject']))}, ${STATUS} AS status
  FROM voice.fraud_alerts`;
const PLACES = membersOf(FraudAlertSchema).map((_, index) => `$${index + 1}`);
/** Waits for another transaction that raises the same pattern. */
const ADD = `INSERT INTO voice.fraud_alerts (${columnNames(FraudAlertSchema)}) VALUES (${PLACES.join(', ')})
  ON CONFLICT (account_id, rule, subject) DO NOTHING RETURNING id`;
const OPEN = `SELECT count(*) FILTER (WHERE NOT blocks_outbound) AS alerting, count(*) FILTER (WHERE blocks_outbound) AS blocking
  FROM voice.fraud_alerts WHERE acknowledged_at IS NULL`;
const PRUNE = `DELETE FROM voice.fraud_alerts WHERE id IN (
    SELECT id FROM voice.fraud_alerts WHERE created_at < $1 AND acknowledged_at IS NOT NULL ORDER BY created_at LIMIT $2)
  RETURNING id`;

export class StoredFraudAlerts implements FraudAlerts {
  constructor(
    private readonly db: Database,
    private readonly rules: RulesInForce,
  ) {}

  async add(alert: FraudAlert): Promise<boolean> {
    const added = await this.db.find(ADD, storedValues(FraudAlertSchema, alert));
    if (alert.blocksOutbound) this.db.afterCommit(() => this.rules.forget());
    return added !== null;
  }

  lock(id: string): Promise<FraudAlert> {
    return this.db.table(FraudAlertSchema).get('id = $1 FOR UPDATE', [id]);
  }

  async save(alert: FraudAlert): Promise<void> {
    await this.db.table(FraudAlertSchema).save(alert);
    if (alert.blocksOutbound) this.db.afterCommit(() => this.rules.forget());
  }

  get(id: string): Promise<AlertView> {
    return this.db.get<AlertView>(`${SELECT} WHERE id = $1`, [id]);
  }

  list({ accountId, status }: AlertFilters, page: PageRequest<'created_at'>): Promise<Page<AlertView>> {
    const where = new Where().add('account_id = ?', accountId);
    if (status !== undefined) where.always(`acknowledged_at IS ${status === 'open' ? '' : 'NOT '}NULL`);
    return this.db.page<AlertView>(
      { select: SELECT, where, by: ['created_at', 'id'], of: ({ createdAt, id }) => [createdAt, id] },
      page,
    );
  }

  countOpen(): Promise<{ readonly alerting: number; readonly blocking: number }> {
    return this.db.get(OPEN);
  }

  async prune(before: Date, limit: number): Promise<number> {
    return (await this.db.query(PRUNE, [before, limit])).length;
  }
}

export class StoredSpendingWatch implements SpendingWatch {
  constructor(private readonly db: Database) {}

  async begin(): Promise<Date | null> {
    const row = await this.db.find<{ watchedUntil: Date }>(
      `SELECT watched_until AS "watchedUntil" FROM voice.call_watch FOR UPDATE SKIP LOCKED`,
    );
    return row?.watchedUntil ?? null;
  }

  end(watchedUntil: Date): Promise<void> {
    return this.db.write(`UPDATE voice.call_watch SET watched_until = $1`, [watchedUntil]);
  }
}
