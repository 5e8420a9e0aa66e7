import { Clock } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { CdrRetention } from '../application/reads/ports';
import { ExpiredCdrs, ExpiredRemains } from '../application/retention/ports';
import { PruneCdrs } from '../application/retention/prune-cdrs';
import { PruneRemains } from '../application/retention/prune-remains';
import { StoredExpiredCdrs, StoredExpiredRemains } from '../infrastructure/retention';

/** Deletes CDRs past their retention, and what outlives them. */
export const retentionWiring: Wiring = {
  providers: [
    implement(ExpiredCdrs, StoredExpiredCdrs, [Database]),
    implement(ExpiredRemains, StoredExpiredRemains, [Database]),
  ],
  exported: [
    bind(PruneCdrs, [ExpiredCdrs, CdrRetention, Clock]),
    bind(PruneRemains, [ExpiredRemains, CdrRetention, Clock]),
  ],
};
