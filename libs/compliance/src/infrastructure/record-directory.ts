import type { Database } from '@trunkline/platform';
import type { RecordDirectory } from '../application/ports';

const SHARE_DOCUMENTS = `SELECT id FROM compliance.documents WHERE account_id = $1 AND id = ANY ($2) ORDER BY id FOR SHARE`;
const SHARE_END_USER = `SELECT id FROM compliance.end_users
  WHERE account_id = $1 AND id = $2 AND sealed IS NOT NULL FOR SHARE`;

export class StoredRecordDirectory implements RecordDirectory {
  constructor(private readonly db: Database) {}

  async shareDocuments(accountId: string, ids: readonly string[]): Promise<readonly string[]> {
    return (await this.db.query<{ id: string }>(SHARE_DOCUMENTS, [accountId, ids])).map(({ id }) => id);
  }

  async shareEndUser(accountId: string, id: string): Promise<boolean> {
    return (await this.db.find(SHARE_END_USER, [accountId, id])) !== null;
  }
}
