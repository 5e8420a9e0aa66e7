import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { DebtRepository, DebtSuspensions } from '../application/debt/ports';
import { EnforceCreditLimit } from '../application/debt/enforce-credit-limit';
import { BillingNotices } from '../application/notices/billing-notices';
import { Ledger } from '../application/journal/ledger';
import { StoredDebts } from '../infrastructure/debt/debt.repository';
import { DebtSchema } from '../infrastructure/schema';
import { WatchDebts1795000203100 } from '../infrastructure/migrations/watch-debts';

export const debtWiring: Wiring = {
  providers: [implement(DebtRepository, StoredDebts, [Database])],
  exported: [bind(EnforceCreditLimit, [Transactor, DebtRepository, Ledger, DebtSuspensions, BillingNotices, Clock])],
  schemas: [DebtSchema],
  migrations: [WatchDebts1795000203100],
};
