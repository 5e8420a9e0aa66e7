import type { Clock } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type ExpiringDocument, type ExpiringDocuments } from '../../application/documents/ports';

// A document that is being changed is left to the next run. Closed accounts have an erased key.
const CLAIM = `WITH due AS MATERIALIZED (
    SELECT d.id FROM compliance.documents d
    WHERE d.notified_at IS NULL AND d.expires_at BETWEEN $1 AND $2 AND NOT EXISTS
      (SELECT FROM compliance.data_keys k WHERE k.account_id = d.account_id AND k.erased_at IS NOT NULL)
    ORDER BY d.expires_at, d.id LIMIT $3 FOR UPDATE OF d SKIP LOCKED),
  claimed AS (
    UPDATE compliance.documents d SET notified_at = $4 FROM due WHERE d.id = due.id
    RETURNING d.id, d.account_id AS "accountId", d.end_user_id AS "endUserId", d.doc_type AS "docType",
      d.expires_at::text AS "expiresAt")
  SELECT * FROM claimed ORDER BY "expiresAt", id`;

export class StoredExpiringDocuments implements ExpiringDocuments {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  claim(
    { from, to }: { readonly from: string; readonly to: string },
    limit: number,
  ): Promise<readonly ExpiringDocument[]> {
    return this.db.query<ExpiringDocument>(CLAIM, [from, to, limit, this.clock.now()]);
  }
}
