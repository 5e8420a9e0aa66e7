import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { CallHolds } from '../application/calls/call-holds';
import { CallHoldRepository } from '../application/calls/ports';
import { Ledger } from '../application/journal/ledger';
import { PostgresCallHoldRepository } from '../infrastructure/calls/call-hold.repository';
import { HoldMoneyOfCalls1795000206000 } from '../infrastructure/migrations/hold-money-of-calls';

export const callsWiring: Wiring = {
  providers: [implement(CallHoldRepository, PostgresCallHoldRepository, [Database])],
  exported: [bind(CallHolds, [Transactor, CallHoldRepository, Ledger, Clock])],
  migrations: [HoldMoneyOfCalls1795000206000],
};
