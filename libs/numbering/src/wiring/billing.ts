import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, type Wiring } from '@trunkline/platform';
import { BillDueMonths } from '../application/billing/bill-due-months';
import { BillNumbers } from '../application/billing/bill-numbers';
import { MonthlyCharges } from '../application/billing/monthly-charges';
import { ReactivateNumber } from '../application/billing/reactivate-number';
import { Funds, NumberHistory, PhoneNumberRepository } from '../application/ports';
import { DealBillingLanes1795000307000 } from '../infrastructure/migrations/deal-billing-lanes';
import { IndexBillingAttempts1795000303000 } from '../infrastructure/migrations/index-billing-attempts';

/** Monthly charges. */
export const billingWiring: Wiring = {
  providers: [
    bind(MonthlyCharges, [Funds]),
    bind(BillDueMonths, [PhoneNumberRepository, MonthlyCharges, NumberHistory, EventBus, Clock]),
  ],
  exported: [
    bind(BillNumbers, [Transactor, PhoneNumberRepository, BillDueMonths, Clock]),
    bind(ReactivateNumber, [Transactor, PhoneNumberRepository, MonthlyCharges, NumberHistory, EventBus, Clock]),
  ],
  migrations: [IndexBillingAttempts1795000303000, DealBillingLanes1795000307000],
};
