import { Clock, EventBus, Mails, Transactor } from '@trunkline/kernel';
import { bind, CryptoBox, Database, implement, type Wiring } from '@trunkline/platform';
import { ApiKeys } from '../application/keys/api-keys';
import { KeyReminders, ApiKeyQueries, ApiKeyRepository, SigningKeyStore } from '../application/keys/ports';
import { RemindOfExpiringKeys } from '../application/keys/remind-of-expiring-keys';
import { SigningKeys } from '../application/keys/signing-keys';
import { AccountMembers } from '../application/members/account-members';
import { ApiKeyReads } from '../infrastructure/keys/api-key-queries';
import { StoredApiKeys } from '../infrastructure/keys/api-key.repository';
import { StoredKeyReminders } from '../infrastructure/keys/key-reminders';
import { StoredSigningKeys } from '../infrastructure/keys/signing-key-store';
import { OweKeyReminders1795000109000 } from '../infrastructure/migrations/owe-key-reminders';

/** API keys and their reminders, and signing keys. */
export const keysWiring: Wiring = {
  providers: [
    implement(ApiKeyRepository, StoredApiKeys, [Database]),
    implement(SigningKeyStore, StoredSigningKeys, [Database, CryptoBox]),
    implement(KeyReminders, StoredKeyReminders, [Database]),
  ],
  exported: [
    bind(ApiKeys, [Transactor, ApiKeyRepository, ApiKeyQueries, AccountMembers, Clock]),
    implement(ApiKeyQueries, ApiKeyReads, [Database, Clock]),
    bind(SigningKeys, [SigningKeyStore, Clock]),
    bind(RemindOfExpiringKeys, [Transactor, KeyReminders, Mails, EventBus, Clock]),
  ],
  migrations: [OweKeyReminders1795000109000],
};
