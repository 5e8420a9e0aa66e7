import { SystemClock } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { CryptoBox, type Database } from '@trunkline/platform';
import { testEventBus } from '@trunkline/platform/testing';
import { PostgresAccountQueries } from '../infrastructure/accounts/account-queries';
import { TypeOrmAccountRepository } from '../infrastructure/accounts/account.repository';
import { PostgresApiKeyQueries } from '../infrastructure/keys/api-key-queries';
import { TypeOrmApiKeyRepository } from '../infrastructure/keys/api-key.repository';
import { PostgresKnownDevices } from '../infrastructure/sign-in/postgres-known-devices';
import { PostgresPasswordFailures } from '../infrastructure/passwords/postgres-password-failures';
import { PostgresLoginEventQueries } from '../infrastructure/login-events/login-event-queries';
import { PostgresLoginEventRepository } from '../infrastructure/login-events/login-event.repository';
import { PostgresMembershipRepository } from '../infrastructure/members/membership.repository';
import { PostgresOneTimeTokenRepository } from '../infrastructure/mails/one-time-token.repository';
import { PostgresCredentials } from '../infrastructure/sessions/postgres-credentials';
import { PostgresSessionQueries } from '../infrastructure/sessions/session-queries';
import { PostgresSessionRepository } from '../infrastructure/sessions/session.repository';
import { PostgresSignInMethods } from '../infrastructure/sign-in/postgres-sign-in-methods';
import { TypeOrmUserRepository } from '../infrastructure/users/user.repository';
import { worldOver } from './identity-world';
import type { IdentityStores } from './store-contract';

export function databaseStores(db: Database): IdentityStores {
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

/** Every use case over a real database, with a clock of the test's own. */
export function databaseWorld(db: Database) {
  const clock = new TestClock(new SystemClock().now());
  const world = worldOver({
    stores: databaseStores(db),
    signInMethods: new PostgresSignInMethods(db),
    knownDevices: new PostgresKnownDevices(db),
    failures: new PostgresPasswordFailures(db, new CryptoBox([{ id: 'test', secret: Buffer.alloc(32, 7) }])),
    tx: db,
    events: testEventBus(db, clock),
    clock,
  });
  return { ...world, clock, credentials: new PostgresCredentials(db, world.geolocation, clock) };
}

export type DatabaseWorld = ReturnType<typeof databaseWorld>;
