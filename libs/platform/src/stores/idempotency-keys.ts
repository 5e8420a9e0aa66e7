import { type Clock, newId } from '@trunkline/kernel';
import type { CryptoBox } from '../security/crypto-box';
import { COMMIT_LAZILY, type Database } from '../database/database';

/** A request with an Idempotency-Key. */
export interface KeyedRequest {
  readonly accountId: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  /** Identifies the request: the caller within the account and the canonical body. */
  readonly content: string;
}

export interface StoredResponse {
  readonly status: number;
  readonly text: string;
}

/** The state of a key: execute the request, or respond as stated. */
export type KeyState =
  | { readonly kind: 'fresh'; readonly operationId: string }
  | { readonly kind: 'answered'; readonly answer: StoredResponse }
  | { readonly kind: 'reused' }
  | { readonly kind: 'running'; readonly retryAfterSeconds: number };

/** Records whose data may be in stored responses. */
export interface RecordedIds {
  readonly accountId: string;
  /** Start of the paths of the requests. */
  readonly under: string;
  /** Prefixed ids. A record of an operation has the id of the operation after its own prefix. */
  readonly ids: readonly string[];
}

interface HeldRow extends Omit<Scope, 'accountId'> {
  readonly operationId: string;
  readonly sealed: string | null;
}

interface KeyRow {
  readonly hash: Buffer;
  readonly status: number | null;
  readonly sealed: string | null;
  readonly operationId: string;
  readonly lockedForSeconds: number;
}

const KEPT_HOURS = 24;
const LOCK_SECONDS = 30;
const PURPOSE = 'idempotency';

/**
 * Stores the response of a request, so that a repeat has no second effect. Works in two modes: within one transaction
 * (`enter` … `keep`), where effect and response commit together; and for operations with external effects (`claim` …
 * `settle`), where the operation id of the claim identifies what the first attempt began. Responses are sealed, because they
 * may contain secrets.
 */
export class IdempotencyKeys {
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
    private readonly clock: Clock,
  ) {}

  /** Takes the key until the surrounding transaction ends. A concurrent request gets `running` at once. */
  async enter(request: KeyedRequest): Promise<KeyState> {
    const { taken } = await this.db.get<{ taken: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS taken`,
      [nameOf(request)],
    );
    if (!taken) return { kind: 'running', retryAfterSeconds: 1 };
    const row = await this.find(request);
    return row ? this.stateOf(request, row) : { kind: 'fresh', operationId: newId('op') };
  }

  /** Stores the response in the transaction of the effect. */
  async keep(request: KeyedRequest, operationId: string, answer: StoredResponse): Promise<void> {
    await this.db.query(
      `INSERT INTO platform.idempotency_keys
         (account_id, method, path, key, request_hash, operation_id, status, body_sealed, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (account_id, method, path, key) DO UPDATE SET
         request_hash = excluded.request_hash, operation_id = excluded.operation_id, status = excluded.status,
         body_sealed = excluded.body_sealed, created_at = excluded.created_at, locked_until = NULL`,
      [
        ...scopeOf(request),
        this.hash(request),
        operationId,
        answer.status,
        this.seal(request, answer.text),
        this.clock.now(),
      ],
    );
  }

  /**
   * Commits the intent to execute the operation, or returns the state that another request left. The claim of a process that
   * died expires after half a minute. The next one gets the same operation id.
   */
  async claim(request: KeyedRequest): Promise<KeyState> {
    const claimed = await this.db.find<{ operationId: string }>(
      `INSERT INTO platform.idempotency_keys AS held
         (account_id, method, path, key, request_hash, operation_id, locked_until, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(secs => $7), $8)
       ON CONFLICT (account_id, method, path, key) DO UPDATE SET
         operation_id = CASE WHEN held.created_at <= $9 THEN excluded.operation_id ELSE held.operation_id END,
         request_hash = excluded.request_hash, locked_until = excluded.locked_until, status = NULL, body_sealed = NULL,
         created_at = CASE WHEN held.created_at <= $9 THEN excluded.created_at ELSE held.created_at END
       WHERE held.created_at <= $9
         OR (held.status IS NULL AND held.locked_until <= clock_timestamp() AND held.request_hash = excluded.request_hash)
       RETURNING operation_id AS "operationId"`,
      [...scopeOf(request), this.hash(request), newId('op'), LOCK_SECONDS, this.clock.now(), this.oldest()],
    );
    if (claimed) return { kind: 'fresh', operationId: claimed.operationId };
    const row = await this.find(request);
    return row ? this.stateOf(request, row) : { kind: 'running', retryAfterSeconds: 1 };
  }

  /** Extends the claim of a running operation. */
  async extend(request: KeyedRequest, operationId: string): Promise<void> {
    await this.db.query(
      `UPDATE platform.idempotency_keys SET locked_until = clock_timestamp() + make_interval(secs => $6)
       WHERE account_id = $1 AND method = $2 AND path = $3 AND key = $4 AND operation_id = $5 AND status IS NULL`,
      [...scopeOf(request), operationId, LOCK_SECONDS],
    );
  }

  /** Does not wait for the disk: if the response is lost, a repeat of the request resumes the finished operation. */
  async settle(request: KeyedRequest, operationId: string, answer: StoredResponse): Promise<void> {
    await this.db.query(
      `UPDATE platform.idempotency_keys SET status = $6, body_sealed = $7, locked_until = NULL
       WHERE account_id = $1 AND method = $2 AND path = $3 AND key = $4 AND operation_id = $5 AND status IS NULL
       RETURNING ${COMMIT_LAZILY}`,
      [...scopeOf(request), operationId, answer.status, this.seal(request, answer.text)],
    );
  }

  /** Releases a claim with an unknown outcome: the next request resumes the same operation at once. */
  async unlock(request: KeyedRequest, operationId: string): Promise<void> {
    await this.db.query(
      `UPDATE platform.idempotency_keys SET locked_until = clock_timestamp()
       WHERE account_id = $1 AND method = $2 AND path = $3 AND key = $4 AND operation_id = $5 AND status IS NULL`,
      [...scopeOf(request), operationId],
    );
  }

  /** Deletes the claim of an operation that did not begin. */
  async forget(request: KeyedRequest, operationId: string): Promise<void> {
    await this.db.query(
      `DELETE FROM platform.idempotency_keys
       WHERE account_id = $1 AND method = $2 AND path = $3 AND key = $4 AND operation_id = $5 AND status IS NULL`,
      [...scopeOf(request), operationId],
    );
  }

  /**
   * Replaces the stored responses that name one of the records, in the path or in the body, and concludes operations under
   * way that created one. Refusals are kept: they hold no data of a record. Joins the transaction around it.
   */
  async replace({ accountId, under, ids }: RecordedIds, answer: StoredResponse): Promise<void> {
    const rows = await this.db.query<HeldRow>(
      `SELECT method, path, key, operation_id AS "operationId", body_sealed AS sealed FROM platform.idempotency_keys
       WHERE account_id = $1 AND starts_with(path, $2)
         AND (status IS NULL OR status < 300) AND created_at > $3`,
      [accountId, under, this.oldest()],
    );
    const operationIds = ids.map((id) => `op${id.slice(id.indexOf('_'))}`);
    for (const { method, path, key, operationId, sealed } of rows) {
      const name = nameOf({ accountId, method, path, key });
      const text = sealed === null ? '' : this.box.open(PURPOSE, sealed, name).toString();
      const isNamed = ids.some((id) => path.split('/').includes(id) || text.includes(`"${id}"`));
      if (!isNamed && !operationIds.includes(operationId)) continue;
      await this.db.query(
        `UPDATE platform.idempotency_keys SET status = $6, body_sealed = $7, locked_until = NULL
         WHERE account_id = $1 AND method = $2 AND path = $3 AND key = $4 AND operation_id = $5`,
        [accountId, method, path, key, operationId, answer.status, this.box.seal(PURPOSE, answer.text, name)],
      );
    }
  }

  /** Deletes expired responses and returns their number. */
  async prune(): Promise<number> {
    const rows = await this.db.query(`DELETE FROM platform.idempotency_keys WHERE created_at <= $1 RETURNING 1`, [
      this.oldest(),
    ]);
    return rows.length;
  }

  private find(request: KeyedRequest): Promise<KeyRow | null> {
    return this.db.find<KeyRow>(
      `SELECT request_hash AS hash, status, body_sealed AS sealed, operation_id AS "operationId",
         greatest(1, ceil(extract(epoch FROM locked_until - clock_timestamp())))::int AS "lockedForSeconds"
       FROM platform.idempotency_keys
       WHERE account_id = $1 AND method = $2 AND path = $3 AND key = $4 AND created_at > $5`,
      [...scopeOf(request), this.oldest()],
    );
  }

  private stateOf(request: KeyedRequest, row: KeyRow): KeyState {
    const { hash, status, sealed, lockedForSeconds } = row;
    if (!hash.equals(this.hash(request))) return { kind: 'reused' };
    if (status === null || sealed === null) return { kind: 'running', retryAfterSeconds: lockedForSeconds };
    return { kind: 'answered', answer: { status, text: this.box.open(PURPOSE, sealed, nameOf(request)).toString() } };
  }

  private oldest(): Date {
    return new Date(this.clock.now().getTime() - KEPT_HOURS * 3_600_000);
  }

  // Keyed, because a body may contain a password that could be guessed from a plain hash.
  private hash(request: KeyedRequest): Buffer {
    return this.box.digest(PURPOSE, request.content);
  }

  private seal(request: KeyedRequest, text: string): string {
    return this.box.seal(PURPOSE, text, nameOf(request));
  }
}

type Scope = Pick<KeyedRequest, 'accountId' | 'method' | 'path' | 'key'>;

function scopeOf({ accountId, method, path, key }: Scope): string[] {
  return [accountId, method, path, key];
}

function nameOf(request: Scope): string {
  return scopeOf(request).join('\n');
}
