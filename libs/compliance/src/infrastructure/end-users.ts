import { CommonErrors, type Page, type PageRequest } from '@trunkline/kernel';
import { columnsOf, type Database, Where } from '@trunkline/platform';
import type { EndUserFilters, EndUserRepository, EndUserUses, EndUserView } from '../application/end-users/ports';
import type { AccountCipher, PersonalData } from '../application/personal-data';
import { EndUser, type PersonalDetails, searchesFor, searchWordsOf } from '../domain/end-user';
import { EndUserSchema, type SealedEndUser } from './schema';

interface SealedView extends Omit<SealedEndUser, 'searchIndex' | 'erasedAt'> {
  readonly sealed: string;
  readonly documentCount: number;
}

const MEMBERS = ['id', 'accountId', 'kind', 'country', 'sealed', 'createdAt', 'updatedAt'] as const;
const SELECT = `SELECT ${columnsOf(EndUserSchema, MEMBERS, 'u')},
  (SELECT count(*) FROM compliance.documents d WHERE d.end_user_id = u.id) AS "documentCount"
  FROM compliance.end_users u`;
const ONE = `${SELECT} WHERE u.account_id = $1 AND u.sealed IS NOT NULL AND u.id = $2`;
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
    await this.db.table(EndUserSchema).add(await this.sealed(endUser));
  }

  async save(endUser: EndUser): Promise<void> {
    const members = ['country', 'sealed', 'searchIndex', 'updatedAt'] as const;
    await this.db.table(EndUserSchema).save(await this.sealed(endUser), undefined, members);
  }

  remove({ id }: EndUser): Promise<void> {
    return this.db.write(`DELETE FROM compliance.end_users WHERE id = $1`, [id]);
  }

  erase(accountId: string, id: string, at: Date): Promise<void> {
    return this.db.write(ERASE, [accountId, id, at]);
  }

  async bundlesOf(accountId: string, id: string): Promise<readonly string[]> {
    return (await this.db.query<{ id: string }>(BUNDLES, [accountId, id])).map((bundle) => bundle.id);
  }

  async lock(accountId: string, id: string): Promise<EndUser> {
    const found = await this.read(`${ONE} FOR UPDATE OF u`, accountId, id);
    if (!found) throw CommonErrors.not_found();
    return found.endUser;
  }

  async share(accountId: string, id: string): Promise<EndUser | null> {
    const found = await this.read(`${ONE} FOR SHARE OF u`, accountId, id);
    return found && found.endUser;
  }

  async get(accountId: string, id: string): Promise<EndUserView> {
    return opened(await this.db.get<SealedView>(ONE, [accountId, id]), await this.data.cipherOf(accountId));
  }

  find(accountId: string, id: string): Promise<EndUserView | null> {
    return this.read(ONE, accountId, id);
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
    const of = ({ createdAt, id }: SealedView) => [createdAt, id] as const;
    const { items, next } = await this.db.page({ select: SELECT, where, by: ['u.created_at', 'u.id'], of }, page);
    return { items: items.map((view) => opened(view, cipher)), next };
  }

  uses(endUserId: string): Promise<EndUserUses> {
    return this.db.get<EndUserUses>(USES, [endUserId]);
  }

  private async read(text: string, accountId: string, id: string): Promise<EndUserView | null> {
    const found = await this.db.find<SealedView>(text, [accountId, id]);
    return found && opened(found, await this.data.cipherOf(accountId));
  }

  private async sealed(endUser: EndUser): Promise<SealedEndUser> {
    const cipher = await this.data.cipherOf(endUser.accountId);
    const details = cipher.seal(endUser.id, JSON.stringify(endUser.details));
    const searchIndex = searchWordsOf(endUser).map((word) => cipher.blindIndex(word));
    return Object.assign({ sealed: details, searchIndex, erasedAt: null }, endUser);
  }
}

function opened({ sealed, documentCount, ...row }: SealedView, cipher: AccountCipher): EndUserView {
  const details = JSON.parse(cipher.open(row.id, sealed).toString()) as PersonalDetails;
  return { endUser: EndUser.restore({ ...row, details }), documentCount };
}
