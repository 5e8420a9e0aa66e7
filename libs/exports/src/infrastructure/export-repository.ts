import type { Page, PageRequest } from '@trunkline/kernel';
import { columnsOf, type Database, Where } from '@trunkline/platform';
import type { ExportAttempt, ExportRef, ExportRepository, ExportUse } from '../application/ports';
import type { Export, ExportErrorCode, ExportFile, ExportKind, ExportView } from '../domain/export';
import { EXPORT, EXPORT_VIEW, ExportSchema } from './schema';

/** Of the database's clock, so that the test clock ends no attempt. */
const LEASE = `clock_timestamp() + interval '20 seconds'`;
const RENEW_MS = 5_000;
const CALLBACK_LEASE = `interval '1 minute'`;

const COLUMNS = columnsOf(ExportSchema, EXPORT);
const OPEN = `status IN ('pending', 'running')`;
const IDLE = `(leased_until IS NULL OR leased_until <= clock_timestamp())`;
const ONE = 'account_id = $1 AND id = $2';
const ATTEMPT = `${ONE} AND attempts = $3 AND status = 'running'`;

const LOCK_ACCOUNT = `SELECT pg_advisory_xact_lock(hashtextextended('exports.exports:' || $1, 0))`;
/** An expired file is deleted within the hour. Until then, it does not count against the limits of its account. */
const STORED = `status = 'completed' AND expires_at > $2`;
const USE = `SELECT count(*) FILTER (WHERE ${OPEN}) AS open, count(*) FILTER (WHERE ${STORED}) AS files,
    coalesce(sum(size_bytes) FILTER (WHERE ${STORED}), 0)::bigint AS bytes, min(expires_at) FILTER (WHERE ${STORED}) AS "freedAt"
  FROM exports.exports WHERE account_id = $1 AND status IN ('pending', 'running', 'completed')`;
/** A running export without a lease belonged to a worker that died. A worker that is stopped leaves its exports pending. */
const BEGIN = `UPDATE exports.exports SET status = 'running', attempts = attempts + 1,
    failures = failures + (status = 'running')::integer, started_at = $3, leased_until = ${LEASE}
  WHERE ${ONE} AND ${OPEN} AND ${IDLE} AND NOT EXISTS (SELECT FROM exports.exports AS other
    WHERE other.account_id = $1 AND other.status = 'running' AND other.leased_until > clock_timestamp()) RETURNING ${COLUMNS}`;
const RENEW = `UPDATE exports.exports SET leased_until = ${LEASE} WHERE ${ATTEMPT}`;
const LEAVE = `UPDATE exports.exports SET status = 'pending', leased_until = NULL WHERE ${ATTEMPT}`;
const RETRY = `UPDATE exports.exports SET status = 'pending', failures = failures + 1,
  leased_until = clock_timestamp() + $4 * interval '1 second' WHERE ${ATTEMPT} RETURNING id`;
/** The callback of an ended export is due at once. */
const ENDED = `leased_until = NULL, completed_at = $4, callback_due_at = CASE WHEN callback_url IS NOT NULL THEN $4::timestamptz END`;
const COMPLETE = `UPDATE exports.exports SET status = 'completed', ${ENDED}, expires_at = $5, row_count = $6, size_bytes = $7,
  sha256 = $8 WHERE ${ATTEMPT} RETURNING id`;
const FAIL = `UPDATE exports.exports SET status = 'failed', ${ENDED}, error_code = $5 WHERE ${ATTEMPT} RETURNING id`;
const WAITING = `SELECT account_id AS "accountId", id FROM exports.exports WHERE ${OPEN} AND ${IDLE} ORDER BY created_at LIMIT $1`;
const CLAIM_CALLBACKS = `UPDATE exports.exports SET callback_due_at = $1::timestamptz + ${CALLBACK_LEASE}
  WHERE id IN (SELECT id FROM exports.exports WHERE callback_due_at <= $1 ORDER BY callback_due_at LIMIT $2
    FOR UPDATE SKIP LOCKED) RETURNING ${COLUMNS}`;
const SAVE_CALLBACK = `UPDATE exports.exports SET callback_attempts = callback_attempts + 1,
  callback_started_at = coalesce(callback_started_at, $3), callback_due_at = $4 WHERE ${ONE}`;
const ATTEMPTS = `SELECT account_id AS "accountId", id, attempts FROM exports.exports`;

export class StoredExports implements ExportRepository {
  constructor(private readonly db: Database) {}

  async lockedUse(accountId: string, now: Date): Promise<ExportUse> {
    await this.db.write(LOCK_ACCOUNT, [accountId]);
    return this.db.get<ExportUse>(USE, [accountId, now]);
  }

  add(added: Export): Promise<void> {
    return this.db.table(ExportSchema).add(added);
  }

  find({ accountId, id }: ExportRef): Promise<Export | null> {
    return this.db.find(`SELECT ${COLUMNS} FROM exports.exports WHERE ${ONE}`, [accountId, id]);
  }

  list(accountId: string, kinds: readonly ExportKind[], page: PageRequest<'created_at'>): Promise<Page<ExportView>> {
    const where = new Where().require('account_id = ?', accountId).anyOf('kind', kinds);
    const select = `SELECT ${columnsOf(ExportSchema, EXPORT_VIEW)} FROM exports.exports`;
    const of = ({ createdAt, id }: ExportView) => [createdAt, id] as const;
    return this.db.page<ExportView>({ select, where, by: ['created_at', 'id'], of }, page);
  }

  begin({ accountId, id }: ExportRef, now: Date): Promise<Export | null> {
    return this.db.run(async () => {
      await this.db.write(LOCK_ACCOUNT, [accountId]);
      return this.db.find<Export>(BEGIN, [accountId, id, now]);
    });
  }

  async whileAlive<T>({ accountId, id, attempts }: ExportAttempt, work: () => Promise<T>): Promise<T> {
    // A renewal that fails is repeated before the lease ends; without one, another attempt begins and this one cannot end the export.
    const renew = () => void this.db.write(RENEW, [accountId, id, attempts]).catch(() => undefined);
    const timer = setInterval(renew, RENEW_MS);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }

  leave({ accountId, id, attempts }: ExportAttempt): Promise<void> {
    return this.db.write(LEAVE, [accountId, id, attempts]);
  }

  async retry({ accountId, id, attempts }: ExportAttempt, pauseSeconds: number): Promise<boolean> {
    return (await this.db.find(RETRY, [accountId, id, attempts, pauseSeconds])) !== null;
  }

  async complete(attempt: ExportAttempt, file: ExportFile, at: Date, expiresAt: Date): Promise<boolean> {
    const { accountId, id, attempts } = attempt;
    const { rowCount, sizeBytes, sha256 } = file;
    const values = [accountId, id, attempts, at, expiresAt, rowCount, sizeBytes, sha256];
    return (await this.db.find(COMPLETE, values)) !== null;
  }

  async fail({ accountId, id, attempts }: ExportAttempt, errorCode: ExportErrorCode, at: Date): Promise<boolean> {
    return (await this.db.find(FAIL, [accountId, id, attempts, at, errorCode])) !== null;
  }

  listWaiting(limit: number): Promise<ExportRef[]> {
    return this.db.query<ExportRef>(WAITING, [limit]);
  }

  claimCallbacks(now: Date, limit: number): Promise<Export[]> {
    return this.db.query<Export>(CLAIM_CALLBACKS, [now, limit]);
  }

  saveCallback({ accountId, id }: ExportRef, firstAt: Date, nextAt: Date | null): Promise<void> {
    return this.db.write(SAVE_CALLBACK, [accountId, id, firstAt, nextAt]);
  }

  listExpired(before: Date, limit: number): Promise<ExportAttempt[]> {
    const expired = `${ATTEMPTS} WHERE status = 'completed' AND expires_at <= $1 ORDER BY expires_at LIMIT $2`;
    return this.db.query<ExportAttempt>(expired, [before, limit]);
  }

  expire({ accountId, id }: ExportRef): Promise<void> {
    return this.db.write(`UPDATE exports.exports SET status = 'expired' WHERE ${ONE} AND status = 'completed'`, [
      accountId,
      id,
    ]);
  }

  listOf(accountId: string): Promise<ExportAttempt[]> {
    return this.db.query<ExportAttempt>(`${ATTEMPTS} WHERE account_id = $1`, [accountId]);
  }

  delete({ accountId, id }: ExportRef): Promise<void> {
    return this.db.write(`DELETE FROM exports.exports WHERE ${ONE}`, [accountId, id]);
  }

  listEnded(before: Date, limit: number): Promise<ExportAttempt[]> {
    const ended = `${ATTEMPTS} WHERE created_at < $1 AND status IN ('failed', 'expired') ORDER BY created_at LIMIT $2`;
    return this.db.query<ExportAttempt>(ended, [before, limit]);
  }
}
