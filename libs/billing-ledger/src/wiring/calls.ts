import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { CallHolds } from '../application/calls/call-holds';
import { Holds } from '../application/calls/holds';
import { CallHoldRepository, HeldCallEnds } from '../application/calls/ports';
import { Ledger } from '../application/journal/ledger';
import { BillingQueries } from '../application/ports';
import { StoredCallHolds } from '../infrastructure/calls/call-hold.repository';
import { HoldMoneyOfCalls1795000206000 } from '../infrastructure/migrations/hold-money-of-calls';

export const callsWiring: Wiring = {
  providers: [implement(CallHoldRepository, StoredCallHolds, [Database])],
  exported: [
    bind(CallHolds, [Transactor, CallHoldRepository, Ledger, Clock]),
    bind(Holds, [BillingQueries, HeldCallEnds]),
  ],
  migrations: [HoldMoneyOfCalls1795000206000],
};
