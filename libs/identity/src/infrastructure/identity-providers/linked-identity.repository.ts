import { type Page, pageOf, type PageRequest, RetryTransaction } from '@trunkline/kernel';
import { type Database, violatedConstraint } from '@trunkline/platform';
import { type LinkedIdentityRepository } from '../../application/identity-providers/ports';
import type { IdentityProvider } from '../../domain/identity-providers/identity-provider';
import type { LinkedIdentity } from '../../domain/identity-providers/linked-identity';

interface Row {
  id: string;
  user_id: string;
  provider: IdentityProvider;
  issuer: string;
  subject: string;
  email: string | null;
  last_used_at: Date | null;
  created_at: Date;
}

const COLUMNS = 'id, user_id, provider, issuer, subject, email, last_used_at, created_at';

const pageIn = (compare: '<' | '>', order: 'DESC' | 'ASC') => `
  SELECT ${COLUMNS} FROM identity.linked_identities
  WHERE user_id = $1 AND ($2::timestamptz IS NULL OR (created_at, id) ${compare} ($2, $3))
  ORDER BY created_at ${order}, id ${order} LIMIT $4`;
const PAGES = { desc: pageIn('<', 'DESC'), asc: pageIn('>', 'ASC') } as const;

export class StoredLinkedIdentities implements LinkedIdentityRepository {
  constructor(private readonly db: Database) {}

  async add(identity: LinkedIdentity): Promise<void> {
    const { id, userId, provider, issuer, subject, email, lastUsedAt, createdAt } = identity;
    try {
      await this.db.query(
        `INSERT INTO identity.linked_identities (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, userId, provider, issuer, subject, email, lastUsedAt, createdAt],
      );
    } catch (error) {
      throw violatedConstraint(error) === 'linked_identities_person' ? new RetryTransaction() : error;
    }
  }

  async find(provider: IdentityProvider, issuer: string, subject: string): Promise<LinkedIdentity | null> {
    const row = await this.db.queryOne<Row>(
      `SELECT ${COLUMNS} FROM identity.linked_identities WHERE provider = $1 AND issuer = $2 AND subject = $3`,
      [provider, issuer, subject],
    );
    return row && identityOf(row);
  }

  async noteUse(id: string, now: Date): Promise<void> {
    await this.db.query(`UPDATE identity.linked_identities SET last_used_at = $2 WHERE id = $1`, [id, now]);
  }

  async remove(userId: string, id: string): Promise<LinkedIdentity | null> {
    const row = await this.db.queryOne<Row>(
      `DELETE FROM identity.linked_identities WHERE id = $1 AND user_id = $2 RETURNING ${COLUMNS}`,
      [id, userId],
    );
    return row && identityOf(row);
  }

  async countOf(userId: string): Promise<number> {
    const row = await this.db.queryOne<{ count: number }>(
      `SELECT count(*) FROM identity.linked_identities WHERE user_id = $1`,
      [userId],
    );
    return row?.count ?? 0;
  }

  async list(userId: string, page: PageRequest<'created_at'>): Promise<Page<LinkedIdentity>> {
    const { limit, order, after } = page;
    const from = after && new Date(after.key);
    const rows = await this.db.query<Row>(PAGES[order], [userId, from, after?.id ?? '', limit + 1]);
    return pageOf(rows.map(identityOf), limit, ({ createdAt, id }) => ({ key: createdAt.getTime(), id }));
  }
}

function identityOf(row: Row): LinkedIdentity {
  const { id, provider, issuer, subject, email } = row;
  const when = { lastUsedAt: row.last_used_at, createdAt: row.created_at };
  return { id, userId: row.user_id, provider, issuer, subject, email, ...when };
}
