import { CommonErrors, type Page, type PageRequest } from '@trunkline/kernel';
import { type Database, readPage, Where } from '@trunkline/platform';
import {
  type EndUserFilters,
  type EndUserRepository,
  type EndUserUses,
  type EndUserView,
} from '../../application/end-users/ports';
import type { AccountCipher, PersonalData } from '../../application/personal-data/ports';
import { EndUser, type PersonalDetails, searchesFor, searchWordsOf } from '../../domain/end-users/end-user';
import type { EndUserKind } from '../../domain/requirements/requirements';

interface EndUserRow {
  readonly id: string;
  readonly account_id: string;
  readonly kind: EndUserKind;
  readonly country: string;
  readonly sealed: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document_count: number;
}

const SELECT = `SELECT u.id, u.account_id, u.kind, u.country, u.sealed, u.created_at, u.updated_at,
  (SELECT count(*) FROM compliance.documents d WHERE d.end_user_id = u.id) AS document_count
  FROM compliance.end_users u`;
const LIVE = 'u.account_id = $1 AND u.sealed IS NOT NULL';
const ADD = `INSERT INTO compliance.end_users
  (id, account_id, kind, country, sealed, search_index, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;
const SAVE = `UPDATE compliance.end_users SET country = $3, sealed = $4, search_index = $5, updated_at = $6
  WHERE account_id = $1 AND id = $2`;
// Names and review notes may contain personal data.
const ERASE = `WITH renamed AS (
    UPDATE compliance.bundles SET name = 'Erased end user', review_notes = NULL WHERE account_id = $1 AND end_user_id = $2)
  UPDATE compliance.end_users SET sealed = NULL, search_index = '{}', erased_at = $3, updated_at = $3
  WHERE account_id = $1 AND id = $2`;
const BUNDLES = `SELECT id FROM compliance.bundles WHERE account_id = $1 AND end_user_id = $2
  UNION SELECT l.bundle_id FROM compliance.bundle_documents l JOIN compliance.documents d ON d.id = l.document_id
  WHERE d.account_id = $1 AND d.end_user_id = $2`;
const USES = `SELECT (SELECT count(*) FROM compliance.documents WHERE end_user_id = $1) AS documents, count(*) AS bundles,
  count(*) FILTER (WHERE status IN ('submitted', 'approved')) AS "lockedBundles"
  FROM compliance.bundles WHERE end_user_id = $1`;

export class StoredEndUsers implements EndUserRepository {
  constructor(
    private readonly db: Database,
    private readonly data: PersonalData,
  ) {}

  async add(endUser: EndUser): Promise<void> {
    const { id, accountId, kind, country, createdAt, updatedAt } = endUser;
    const { sealed, index } = await this.seal(endUser);
    await this.db.query(ADD, [id, accountId, kind, country, sealed, index, createdAt, updatedAt]);
  }

  async save(endUser: EndUser): Promise<void> {
    const { id, accountId, country, updatedAt } = endUser;
    const { sealed, index } = await this.seal(endUser);
    await this.db.query(SAVE, [accountId, id, country, sealed, index, updatedAt]);
  }

  async remove({ id, accountId }: EndUser): Promise<void> {
    await this.db.query(`DELETE FROM compliance.end_users WHERE account_id = $1 AND id = $2`, [accountId, id]);
  }

  async erase(accountId: string, id: string, at: Date): Promise<void> {
    await this.db.query(ERASE, [accountId, id, at]);
  }

  async bundlesOf(accountId: string, id: string): Promise<readonly string[]> {
    return (await this.db.query<{ id: string }>(BUNDLES, [accountId, id])).map((row) => row.id);
  }

  async lock(accountId: string, id: string): Promise<EndUser> {
    const found = await this.read(`${SELECT} WHERE ${LIVE} AND u.id = $2 FOR UPDATE OF u`, accountId, id);
    if (!found) throw CommonErrors.not_found();
    return found.endUser;
  }

  async share(accountId: string, id: string): Promise<EndUser | null> {
    const found = await this.read(`${SELECT} WHERE ${LIVE} AND u.id = $2 FOR SHARE OF u`, accountId, id);
    return found && found.endUser;
  }

  find(accountId: string, id: string): Promise<EndUserView | null> {
    return this.read(`${SELECT} WHERE ${LIVE} AND u.id = $2`, accountId, id);
  }

  async list(
    accountId: string,
    { kind, country, q }: EndUserFilters,
    page: PageRequest<'created_at'>,
  ): Promise<Page<EndUserView>> {
    const cipher = await this.data.cipherOf(accountId);
    const searches = q === undefined ? [] : searchesFor(q).map((words) => words.map((word) => cipher.blindIndex(word)));
    const where = new Where()
      .require('u.account_id = ?', accountId)
      .always('u.sealed IS NOT NULL')
      .anyOf('u.kind', kind)
      .anyOf('u.country', country);
    if (searches.length > 0) {
      where.always(`(${searches.map((index) => `u.search_index @> ${where.value(index)}`).join(' OR ')})`);
    }
    const statement = {
      select: SELECT,
      where: where.conditions,
      values: where.values,
      key: {
        column: 'u.created_at',
        type: 'timestamptz',
        of: (row: EndUserRow) => row.created_at.toISOString(),
      } as const,
      id: 'u.id',
    };
    const { items, next } = await readPage<EndUserRow>(this.db, statement, page);
    return { items: items.map((row) => viewOf(row, cipher)), next };
  }

  async uses(endUserId: string): Promise<EndUserUses> {
    return (await this.db.queryOne<EndUserUses>(USES, [endUserId])) as EndUserUses;
  }

  private async read(text: string, accountId: string, id: string): Promise<EndUserView | null> {
    const row = await this.db.queryOne<EndUserRow>(text, [accountId, id]);
    return row && viewOf(row, await this.data.cipherOf(accountId));
  }

  private async seal(endUser: EndUser): Promise<{ readonly sealed: string; readonly index: string[] }> {
    const cipher = await this.data.cipherOf(endUser.accountId);
    const sealed = cipher.seal(endUser.id, JSON.stringify(endUser.details));
    return { sealed, index: searchWordsOf(endUser).map((word) => cipher.blindIndex(word)) };
  }
}

function viewOf(row: EndUserRow, cipher: AccountCipher): EndUserView {
  const details = JSON.parse(cipher.open(row.id, row.sealed).toString()) as PersonalDetails;
  const endUser = EndUser.restore({
    id: row.id,
    accountId: row.account_id,
    kind: row.kind,
    country: row.country,
    details,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  });
  return { endUser, documentCount: row.document_count };
}
