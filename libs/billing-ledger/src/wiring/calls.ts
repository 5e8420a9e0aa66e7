import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement } from '@trunkline/platform';
import { CallHolds } from '../application/calls/call-holds';
import { CallHoldRepository } from '../application/calls/ports';
import { Ledger } from '../application/journal/ledger';
import { PostgresCallHoldRepository } from '../infrastructure/calls/call-hold.repository';
import { HoldMoneyOfCalls1795000206000 } from '../infrastructure/migrations/hold-money-of-calls';
import type { Wiring } from './wiring';

export const callsWiring: Wiring = {
  providers: [implement(CallHoldRepository, PostgresCallHoldRepository, [Database])],
  exports: [bind(CallHolds, [Transactor, CallHoldRepository, Ledger, Clock])],
  schemas: [],
  migrations: [HoldMoneyOfCalls1795000206000],
};
