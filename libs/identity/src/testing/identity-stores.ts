import { CryptoBox, type Database } from '@trunkline/platform';
import { AccountReads } from '../infrastructure/account-queries';
import { StoredAccounts } from '../infrastructure/account.repository';
import { StoredApiKeys } from '../infrastructure/keys/api-key.repository';
import { LoginEventReads } from '../infrastructure/sessions/login-event-queries';
import { StoredLoginEvents } from '../infrastructure/sessions/login-event.repository';
import { StoredOneTimeTokens } from '../infrastructure/mails/one-time-token.repository';
import { StoredMemberships } from '../infrastructure/members/membership.repository';
import { SessionReads } from '../infrastructure/sessions/session-queries';
import { StoredSessions } from '../infrastructure/sessions/session.repository';
import { StoredUsers } from '../infrastructure/user.repository';

export const TEST_BOX = new CryptoBox([{ id: 'test', secret: Buffer.alloc(32, 7) }]);

/** The repositories and queries that most use cases share. */
export function identityStores(db: Database) {
  return {
    accounts: new StoredAccounts(db),
    users: new StoredUsers(db),
    memberships: new StoredMemberships(db),
    tokens: new StoredOneTimeTokens(db),
    sessions: new StoredSessions(db),
    loginEvents: new StoredLoginEvents(db),
    apiKeys: new StoredApiKeys(db),
    sessionQueries: new SessionReads(db),
    loginEventQueries: new LoginEventReads(db),
    accountQueries: new AccountReads(db),
  };
}

export type IdentityStores = ReturnType<typeof identityStores>;
