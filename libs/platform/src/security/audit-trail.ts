import { type Clock, newId, type Page, type PageRequest } from '@trunkline/kernel';
import type { Database } from '../database/database';
import { Where } from '../database/queries/where';

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

  list(filter: AuditFilter, page: PageRequest<'at'>): Promise<Page<RecordedEntry>> {
    const { actor, action, subject, accountId, from, to } = filter;
    const where = new Where()
      .add('actor = ?', actor)
      .add('action = ?', action)
      .add('subject = ?', subject)
      .add('account_id = ?', accountId)
      .add('at >= ?', from)
      .add('at < ?', to);
    const select = `SELECT ${COLUMNS} FROM platform.audit_trail`;
    return this.db.page({ select, where, by: ['at', 'id'], of: ({ at, id }) => [at, id] }, page);
  }
}
