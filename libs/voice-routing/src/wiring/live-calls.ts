import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { AccountStanding } from '../application/calls/account-standing';
import { CallPrices } from '../application/calls/ports';
import { SwitchCommands } from '../application/commands/ports';
import { UnplacedCalls } from '../application/commands/unplaced-calls';
import { CallQueries, CallRecords, CallRedactions, HeldCalls } from '../application/live-calls/call-queries';
import { Calls } from '../application/live-calls/calls';
import { FollowCalls } from '../application/live-calls/follow-calls';
import { Heartbeats } from '../application/live-calls/heartbeats';
import { OperatorCalls } from '../application/live-calls/operator-calls';
import { ApiUptime, CallFunds, LiveCallStore } from '../application/live-calls/ports';
import { ExpiredDecisions, PruneDecisions } from '../application/live-calls/prune-decisions';
import { ReleaseExpiredHolds } from '../application/live-calls/release-expired-holds';
import { OverdueDecisions, UnreportedCalls } from '../application/live-calls/unreported-calls';
import { CallerIdentities, RevealCaller } from '../application/live-calls/reveal-caller';
import { AuditLog } from '../application/ports';
import { KeptDecisions } from '../infrastructure/calls/kept-decisions';
import { WithheldIdentities } from '../infrastructure/calls/withheld-identities';
import { StoredCallerIdentities } from '../infrastructure/live-calls/caller-identities';
import { StoredOverdueDecisions } from '../infrastructure/live-calls/overdue-decisions';
import { StoredApiUptime } from '../infrastructure/live-calls/api-uptime';
import { CallReads } from '../infrastructure/live-calls/call-queries';
import { StoredExpiredDecisions } from '../infrastructure/live-calls/expired-decisions';
import { StoredLiveCalls } from '../infrastructure/live-calls/live-calls';

export const liveCallsWiring: Wiring = {
  providers: [
    implement(CallerIdentities, StoredCallerIdentities, [Database, WithheldIdentities, KeptDecisions]),
    implement(CallQueries, CallReads, [Database]),
    implement(ExpiredDecisions, StoredExpiredDecisions, [Database]),
  ],
  exported: [
    implement(OverdueDecisions, StoredOverdueDecisions, [Database, KeptDecisions]),
    implement(LiveCallStore, StoredLiveCalls, [Database]),
    implement(ApiUptime, StoredApiUptime, [Database]),
    bind(FollowCalls, [Transactor, LiveCallStore, CallFunds, CallPrices, Clock]),
    bind(Heartbeats, [Transactor, LiveCallStore, CallFunds, AccountStanding, CallPrices, Clock]),
    bind(ReleaseExpiredHolds, [Transactor, LiveCallStore, CallFunds, Clock]),
    bind(OperatorCalls, [Transactor, LiveCallStore, CallFunds, SwitchCommands, UnplacedCalls, AuditLog, Clock]),
    bind(RevealCaller, [Transactor, CallerIdentities, AuditLog]),
    bind(Calls, [
      Transactor,
      CallQueries,
      CallRecords,
      CallRedactions,
      CallFunds,
      CallPrices,
      SwitchCommands,
      UnplacedCalls,
      Clock,
    ]),
    bind(HeldCalls, [CallQueries]),
    bind(UnreportedCalls, [OverdueDecisions, Clock]),
    bind(PruneDecisions, [ExpiredDecisions, Clock]),
  ],
};
