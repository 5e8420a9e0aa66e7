import { Clock } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { RetainedRecords, PruneIdentity } from '../application/prune-identity';
import { IndexSessionsByAge1795000109001 } from '../infrastructure/migrations/index-sessions-by-age';
import { StoredRetainedRecords } from '../infrastructure/retained-records';

/** Deletion of old records. */
export const retentionWiring: Wiring = {
  providers: [implement(RetainedRecords, StoredRetainedRecords, [Database])],
  exported: [bind(PruneIdentity, [RetainedRecords, Clock])],
  migrations: [IndexSessionsByAge1795000109001],
};
