import { Clock } from '@trunkline/kernel';
import { bind, Database, implement, Settings, type Wiring } from '@trunkline/platform';
import { Cdrs } from '../application/reads/cdrs';
import { CallAccounts, CallUsage, CdrQueries, CdrRetention } from '../application/reads/ports';
import { RecordedCalls } from '../application/reads/recorded-calls';
import { StoredCallUsage } from '../infrastructure/reads/call-usage';
import { CdrReads } from '../infrastructure/reads/cdr-queries';
import { SettingsRetention } from '../infrastructure/retention';

/** CDRs as they are listed and summed up. */
export const readsWiring: Wiring = {
  providers: [implement(CdrRetention, SettingsRetention, [Settings])],
  exported: [
    implement(CdrQueries, CdrReads, [Database]),
    implement(CallUsage, StoredCallUsage, [Database]),
    bind(RecordedCalls, [CdrQueries, CallAccounts]),
    bind(Cdrs, [CdrQueries, CallAccounts, CdrRetention, Clock]),
  ],
};
