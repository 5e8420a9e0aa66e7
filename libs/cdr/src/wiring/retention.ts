import { Clock } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { CdrRetention } from '../application/reads/ports';
import { ExpiredCdrs } from '../application/retention/ports';
import { PruneCdrs } from '../application/retention/prune-cdrs';
import { SqlExpiredCdrs } from '../infrastructure/retention/sql-expired-cdrs';

/** Deletes CDRs past their retention. */
export const retentionWiring: Wiring = {
  providers: [implement(ExpiredCdrs, SqlExpiredCdrs, [Database])],
  exported: [bind(PruneCdrs, [ExpiredCdrs, CdrRetention, Clock])],
};
