import { type Clock, CommonErrors } from '@trunkline/kernel';
import type { Database, IdempotencyKeys } from '@trunkline/platform';
import type { ErasedRecords, StoredResponses } from '../../application/personal-data';

const CLOSED = `(SELECT account_id FROM compliance.data_keys WHERE erased_at IS NOT NULL)`;
const DELETE_DOCUMENTS = `WITH due AS MATERIALIZED (
    SELECT id FROM compliance.documents WHERE account_id IN ${CLOSED} LIMIT $1 FOR UPDATE SKIP LOCKED),
  detached AS (DELETE FROM compliance.bundle_documents WHERE document_id IN (SELECT id FROM due)),
  deleted AS (
    DELETE FROM compliance.documents WHERE id IN (SELECT id FROM due) RETURNING storage_key, account_id)
  INSERT INTO compliance.loose_files (storage_key, account_id, is_removed, since)
  SELECT storage_key, account_id, true, $2 FROM deleted RETURNING storage_key`;
const ERASE_END_USERS = `UPDATE compliance.end_users SET sealed = NULL, search_index = '{}', erased_at = $2 WHERE id IN
  (SELECT id FROM compliance.end_users WHERE account_id IN ${CLOSED} AND sealed IS NOT NULL
   LIMIT $1 FOR UPDATE SKIP LOCKED)
  RETURNING id`;

export class StoredErasedRecords implements ErasedRecords {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async deleteDocuments(limit: number): Promise<number> {
    return (await this.db.query(DELETE_DOCUMENTS, [limit, this.clock.now()])).length;
  }

  async eraseEndUsers(limit: number): Promise<number> {
    return (await this.db.query(ERASE_END_USERS, [limit, this.clock.now()])).length;
  }
}

const PATHS = '/v1/compliance/';
const CONFLICT = 409;

/** The responses that are stored for an Idempotency-Key. */
export class IdempotentResponses implements StoredResponses {
  constructor(private readonly keys: IdempotencyKeys) {}

  async erase(accountId: string, ids: readonly string[]): Promise<void> {
    const { code, message } = CommonErrors.conflict({
      message: 'The response was deleted with the data of an end user. Use a new Idempotency-Key for another request.',
    });
    const text = JSON.stringify({ ok: false, error: { code, message } });
    await this.keys.replace({ accountId, under: PATHS, ids }, { status: CONFLICT, text });
  }
}
