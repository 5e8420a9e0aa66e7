import { type Page, type PageRequest, RetryTransaction } from '@trunkline/kernel';
import { columnsOf, type Database, violatedConstraint, Where } from '@trunkline/platform';
import type { LinkedIdentityRepository, LinkingSessions } from '../../application/identity-providers/ports';
import type { IdentityProvider } from '../../domain/identity-providers/identity-provider';
import type { LinkedIdentity } from '../../domain/identity-providers/linked-identity';
import { LinkedIdentitySchema } from '../schema';

const COLUMNS = columnsOf(LinkedIdentitySchema);

export class StoredLinkedIdentities implements LinkedIdentityRepository {
  constructor(private readonly db: Database) {}

  add(identity: LinkedIdentity): Promise<void> {
    return this.db
      .table(LinkedIdentitySchema)
      .add(identity, (error) =>
        violatedConstraint(error) === 'linked_identities_person' ? new RetryTransaction() : error,
      );
  }

  find(provider: IdentityProvider, issuer: string, subject: string): Promise<LinkedIdentity | null> {
    const identities = this.db.table(LinkedIdentitySchema);
    return identities.find('provider = $1 AND issuer = $2 AND subject = $3', [provider, issuer, subject]);
  }

  noteUse(id: string, now: Date): Promise<void> {
    return this.db.write(`UPDATE identity.linked_identities SET last_used_at = $2 WHERE id = $1`, [id, now]);
  }

  remove(userId: string, id: string): Promise<LinkedIdentity | null> {
    return this.db.find(`DELETE FROM identity.linked_identities WHERE id = $1 AND user_id = $2 RETURNING ${COLUMNS}`, [
      id,
      userId,
    ]);
  }

  async countOf(userId: string): Promise<number> {
    const text = `SELECT count(*) FROM identity.linked_identities WHERE user_id = $1`;
    return (await this.db.get<{ count: number }>(text, [userId])).count;
  }

  list(userId: string, page: PageRequest<'created_at'>): Promise<Page<LinkedIdentity>> {
    const select = `SELECT ${COLUMNS} FROM identity.linked_identities`;
    const where = new Where().require('user_id = ?', userId);
    return this.db.page({ select, where, by: ['created_at', 'id'], of: (row) => [row.createdAt, row.id] }, page);
  }
}

export class StoredLinkingSessions implements LinkingSessions {
  constructor(private readonly db: Database) {}

  async isLive(sessionId: string, now: Date): Promise<boolean> {
    const live = `SELECT FROM identity.sessions WHERE id = $1 AND revoked_at IS NULL AND expires_at > $2`;
    return (await this.db.find(live, [sessionId, now])) !== null;
  }
}
