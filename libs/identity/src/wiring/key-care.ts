import { Clock, EventBus, Mails, Transactor } from '@trunkline/kernel';
import { bind, Database, implement } from '@trunkline/platform';
import { KeyReminders } from '../application/keys/ports';
import { RemindOfExpiringKeys } from '../application/keys/remind-of-expiring-keys';
import { RetainedRecords } from '../application/retention/ports';
import { PruneIdentity } from '../application/retention/prune-identity';
import { IndexSessionsByAge1795000109001 } from '../infrastructure/migrations/index-sessions-by-age';
import { OweKeyReminders1795000109000 } from '../infrastructure/migrations/owe-key-reminders';
import { PostgresRetainedRecords } from '../infrastructure/retention/postgres-retained-records';
import { PostgresKeyReminders } from '../infrastructure/keys/postgres-key-reminders';
import type { Wiring } from './wiring';

/** Reminders of keys that expire, and pruning of what is past its retention. */
export const keyRemindersWiring: Wiring = {
  providers: [
    implement(KeyReminders, PostgresKeyReminders, [Database]),
    implement(RetainedRecords, PostgresRetainedRecords, [Database]),
  ],
  exported: [
    bind(RemindOfExpiringKeys, [Transactor, KeyReminders, Mails, EventBus, Clock]),
    bind(PruneIdentity, [RetainedRecords, Clock]),
  ],
  schemas: [],
  migrations: [OweKeyReminders1795000109000, IndexSessionsByAge1795000109001],
};
