import { type Clock, newId } from '@trunkline/kernel';
import type { Database } from './database';

export interface AuditEntry {
  /** Who: an operator's fingerprint, a user id, a key id. */
  readonly actor: string;
  /** What was done, as `resource.verb`. */
  readonly action: string;
  /** To what: an id. */
  readonly subject: string;
  readonly accountId?: string;
  readonly before?: object;
  readonly after?: object;
}

/** Who did what to whom, append-only: the application's role may add to it and read it, nothing else. */
export class AuditTrail {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Joins the transaction around it, so that no change goes unrecorded. */
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
}
