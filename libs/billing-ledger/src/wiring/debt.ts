import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement } from '@trunkline/platform';
import { DebtRepository, DebtSuspensions } from '../application/debt/ports';
import { WatchDebt } from '../application/debt/watch-debt';
import { WatchDebts } from '../application/debt/watch-debts';
import { BillingNotices } from '../application/notices/billing-notices';
import { Ledger } from '../application/journal/ledger';
import { TypeOrmDebtRepository } from '../infrastructure/debt/debt.repository';
import { DebtSchema } from '../infrastructure/debt/debt.schema';
import { WatchDebts1795000203100 } from '../infrastructure/migrations/watch-debts';
import type { Wiring } from './wiring';

/** Accounts that owe more than they may. */
export const debtWiring: Wiring = {
  providers: [implement(DebtRepository, TypeOrmDebtRepository, [Database])],
  faces: [
    bind(WatchDebt, [Transactor, DebtRepository, Ledger, DebtSuspensions, BillingNotices, Clock]),
    bind(WatchDebts, [DebtRepository, WatchDebt]),
  ],
  schemas: [DebtSchema],
  migrations: [WatchDebts1795000203100],
};
