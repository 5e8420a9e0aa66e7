import { CryptoBox, type Database } from '@trunkline/platform';
import { PostgresAccountQueries } from '../infrastructure/accounts/account-queries';
import { TypeOrmAccountRepository } from '../infrastructure/accounts/account.repository';
import { PostgresApiKeyQueries } from '../infrastructure/keys/api-key-queries';
import { TypeOrmApiKeyRepository } from '../infrastructure/keys/api-key.repository';
import { PostgresLoginEventQueries } from '../infrastructure/sessions/login-event-queries';
import { PostgresLoginEventRepository } from '../infrastructure/sessions/login-event.repository';
import { PostgresOneTimeTokenRepository } from '../infrastructure/mails/one-time-token.repository';
import { PostgresMembershipRepository } from '../infrastructure/members/membership.repository';
import { PostgresSessionQueries } from '../infrastructure/sessions/session-queries';
import { PostgresSessionRepository } from '../infrastructure/sessions/session.repository';
import { TypeOrmUserRepository } from '../infrastructure/users/user.repository';

export const TEST_BOX = new CryptoBox([{ id: 'test', secret: Buffer.alloc(32, 7) }]);

/** The repositories and queries that most use cases share. */
export function identityStores(db: Database) {
  return {
    accounts: new TypeOrmAccountRepository(db),
    users: new TypeOrmUserRepository(db),
    memberships: new PostgresMembershipRepository(db),
    tokens: new PostgresOneTimeTokenRepository(db),
    sessions: new PostgresSessionRepository(db),
    loginEvents: new PostgresLoginEventRepository(db),
    apiKeys: new TypeOrmApiKeyRepository(db),
    sessionQueries: new PostgresSessionQueries(db),
    loginEventQueries: new PostgresLoginEventQueries(db),
    apiKeyQueries: new PostgresApiKeyQueries(db),
    accountQueries: new PostgresAccountQueries(db),
  };
}

export type IdentityStores = ReturnType<typeof identityStores>;
