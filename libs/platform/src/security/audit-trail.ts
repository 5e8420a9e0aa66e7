import { type Clock, newId, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import type { Database } from '../database/database';

export interface AuditEntry {
  /** The fingerprint of an operator token, a user id or a key id. */
  readonly actor: string;
  /** The action, as `resource.verb`. */
  readonly action: string;
  /** The id of the changed resource. */
  readonly subject: string;
  readonly accountId?: string;
  readonly before?: object;
  readonly after?: object;
}

export interface RecordedEntry extends Required<Omit<AuditEntry, 'accountId' | 'before' | 'after'>> {
  readonly id: string;
  readonly at: Date;
  readonly accountId: string | null;
  readonly before: object | null;
  readonly after: object | null;
}

/** Filters of a list. Undefined members match everything. */
export interface AuditFilter {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly accountId?: string;
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

const COLUMNS = `id, at, actor, action, subject, account_id AS "accountId", before, after`;

/** Records administrative actions. Append-only: the application's role may insert and read rows. */
export class AuditTrail {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Joins the surrounding transaction, so that every change is recorded. */
  async record(entry: AuditEntry): Promise<void> {
    await this.db.query(
      `INSERT INTO platform.audit_trail (id, at, actor, action, subject, account_id, before, after)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        newId('aud'),
        this.clock.now(),
        entry.actor,
        entry.action,
        entry.subject,
        entry.accountId ?? null,
        entry.before ?? null,
        entry.after ?? null,
      ],
    );
  }

  async list(filter: AuditFilter, { limit, order, after }: PageRequest<'at'>): Promise<Page<RecordedEntry>> {
    const { conditions, values } = conditionsOf(filter);
    if (after) {
      values.push(String(after.key), after.id);
      const compare = order === 'asc' ? '>' : '<';
      conditions.push(`(at, id) ${compare} ($${values.length - 1}::timestamptz, $${values.length})`);
    }
    values.push(limit + 1);
    const rows = await this.db.query<RecordedEntry>(
      `SELECT ${COLUMNS} FROM platform.audit_trail WHERE ${conditions.join(' AND ')}
       ORDER BY at ${order}, id ${order} LIMIT $${values.length}`,
      values,
    );
    return pageOf(rows, limit, (row) => ({ key: row.at.toISOString(), id: row.id }));
  }
}

/** Builds only the given conditions: `$1 IS NULL OR …` would keep the planner from the indexes. */
function conditionsOf({ actor, action, subject, accountId, from, to }: AuditFilter) {
  const wanted: [condition: string, value: unknown][] = [
    ['actor =', actor],
    ['action =', action],
    ['subject =', subject],
    ['account_id =', accountId],
    ['at >=', from],
    ['at <', to],
  ];
  const given = wanted.filter(([, value]) => value !== undefined);
  const conditions = given.map(([condition], index) => `${condition} $${index + 1}`);
  return { conditions: ['true', ...conditions], values: given.map(([, value]) => value) };
}
