import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement } from '@trunkline/platform';
import { CallHolds } from '../application/calls/call-holds';
import { CallHoldBooks } from '../application/calls/ports';
import { Ledger } from '../application/journal/ledger';
import { PostgresCallHolds } from '../infrastructure/calls/postgres-call-holds';
import { HoldMoneyOfCalls1795000206000 } from '../infrastructure/migrations/hold-money-of-calls';
import type { Wiring } from './wiring';

export const callsWiring: Wiring = {
  providers: [implement(CallHoldBooks, PostgresCallHolds, [Database])],
  faces: [bind(CallHolds, [Transactor, CallHoldBooks, Ledger, Clock])],
  schemas: [],
  migrations: [HoldMoneyOfCalls1795000206000],
};
