import { Clock } from '@trunkline/kernel';
import { bind, Database, implement } from '@trunkline/platform';
import { RetainedRecords } from '../application/retention/ports';
import { PruneIdentity } from '../application/retention/prune-identity';
import { IndexSessionsByAge1795000109001 } from '../infrastructure/migrations/index-sessions-by-age';
import { PostgresRetainedRecords } from '../infrastructure/retention/postgres-retained-records';
import type { Wiring } from './wiring';

/** Deletion of old records. */
export const retentionWiring: Wiring = {
  providers: [implement(RetainedRecords, PostgresRetainedRecords, [Database])],
  exported: [bind(PruneIdentity, [RetainedRecords, Clock])],
  schemas: [],
  migrations: [IndexSessionsByAge1795000109001],
};
