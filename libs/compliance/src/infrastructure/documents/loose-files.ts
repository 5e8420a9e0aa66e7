import type { Clock } from '@trunkline/kernel';
import { COMMIT_LAZILY, type Database } from '@trunkline/platform';
import { type LooseFiles } from '../../application/documents/ports';

const ADD = `INSERT INTO compliance.loose_files (storage_key, account_id, is_removed, since)
  SELECT key, $1, $3, $4 FROM unnest($2::text[]) AS key ON CONFLICT (storage_key) DO NOTHING`;
/** The commit of the document flushes this one too. */
const ADD_ALONE = `${ADD} RETURNING ${COMMIT_LAZILY}`;
const BEGIN = `WITH begun AS (
    UPDATE compliance.loose_files SET is_removed = true WHERE storage_key IN
      (SELECT storage_key FROM compliance.loose_files WHERE since < $1 AND storage_key > $2 ORDER BY storage_key LIMIT $3)
    RETURNING storage_key)
  SELECT storage_key AS key FROM begun ORDER BY storage_key`;
const FORGET = `DELETE FROM compliance.loose_files WHERE storage_key = ANY ($1)`;

export class StoredLooseFiles implements LooseFiles {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async add(accountId: string, storageKey: string): Promise<void> {
    const statement = this.db.inTransaction ? ADD : ADD_ALONE;
    await this.db.write(statement, [accountId, [storageKey], false, this.clock.now()]);
  }

  addRemoved(accountId: string, storageKeys: readonly string[]): Promise<void> {
    return this.db.write(ADD, [accountId, storageKeys, true, this.clock.now()]);
  }

  async beginRemoval(at: Date, after: string, limit: number): Promise<readonly string[]> {
    return (await this.db.query<{ key: string }>(BEGIN, [at, after, limit])).map(({ key }) => key);
  }

  async forget(storageKeys: readonly string[]): Promise<void> {
    if (storageKeys.length > 0) await this.db.write(FORGET, [storageKeys]);
  }
}
