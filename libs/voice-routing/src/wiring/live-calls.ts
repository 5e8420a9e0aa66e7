import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { AccountStanding } from '../application/calls/account-standing';
import { CallPrices } from '../application/calls/ports';
import { SwitchCommands } from '../application/commands/ports';
import { UnplacedCalls } from '../application/commands/unplaced-calls';
import { CallQueries, CallRecords } from '../application/live-calls/call-queries';
import { Calls } from '../application/live-calls/calls';
import { FollowCalls } from '../application/live-calls/follow-calls';
import { HeldCalls } from '../application/live-calls/held-calls';
import { Heartbeats } from '../application/live-calls/heartbeats';
import { OperatorCalls } from '../application/live-calls/operator-calls';
import { ApiUptime, CallFunds, LiveCallStore } from '../application/live-calls/ports';
import { ExpiredDecisions, PruneDecisions } from '../application/live-calls/prune-decisions';
import { ReleaseExpiredHolds } from '../application/live-calls/release-expired-holds';
import { OverdueDecisions, UnreportedCalls } from '../application/live-calls/unreported-calls';
import { CallerIdentities, RevealCaller } from '../application/live-calls/reveal-caller';
import { AuditLog } from '../application/ports';
import { WithheldIdentities } from '../infrastructure/calls/withheld-identities';
import { SqlCallerIdentities } from '../infrastructure/live-calls/sql-caller-identities';
import { SqlOverdueDecisions } from '../infrastructure/live-calls/overdue-decisions';
import { SqlApiUptime } from '../infrastructure/live-calls/sql-api-uptime';
import { SqlCallQueries } from '../infrastructure/live-calls/sql-call-queries';
import { SqlExpiredDecisions } from '../infrastructure/live-calls/sql-expired-decisions';
import { SqlLiveCalls } from '../infrastructure/live-calls/sql-live-calls';

export const liveCallsWiring: Wiring = {
  providers: [
    implement(OverdueDecisions, SqlOverdueDecisions, [Database]),
    implement(CallerIdentities, SqlCallerIdentities, [Database, WithheldIdentities]),
    implement(CallQueries, SqlCallQueries, [Database]),
    implement(ExpiredDecisions, SqlExpiredDecisions, [Database]),
  ],
  exported: [
    implement(LiveCallStore, SqlLiveCalls, [Database]),
    implement(ApiUptime, SqlApiUptime, [Database]),
    bind(FollowCalls, [Transactor, LiveCallStore, CallFunds, CallPrices, Clock]),
    bind(Heartbeats, [Transactor, LiveCallStore, CallFunds, AccountStanding, CallPrices, Clock]),
    bind(ReleaseExpiredHolds, [Transactor, LiveCallStore, CallFunds, Clock]),
    bind(OperatorCalls, [Transactor, LiveCallStore, CallFunds, SwitchCommands, UnplacedCalls, AuditLog, Clock]),
    bind(RevealCaller, [Transactor, CallerIdentities, AuditLog]),
    bind(Calls, [Transactor, CallQueries, CallRecords, CallFunds, CallPrices, SwitchCommands, UnplacedCalls, Clock]),
    bind(HeldCalls, [CallQueries]),
    bind(UnreportedCalls, [OverdueDecisions, Clock]),
    bind(PruneDecisions, [ExpiredDecisions, Clock]),
  ],
};
