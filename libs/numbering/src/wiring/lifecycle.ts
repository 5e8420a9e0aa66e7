import { Clock, EventBus, Mails, Transactor } from '@trunkline/kernel';
import { alias, AuditTrail, bind, Database, implement, type Wiring } from '@trunkline/platform';
import { BillDueMonths } from '../application/billing/bill-due-months';
import { BillNumbers } from '../application/billing/bill-numbers';
import { MonthlyCharges } from '../application/billing/monthly-charges';
import { ReactivateNumber } from '../application/billing/reactivate-number';
import { CheckoutRepository } from '../application/checkout/ports';
import { ActivateNumber } from '../application/lifecycle/activate-number';
import { EndSubscription } from '../application/lifecycle/end-subscription';
import { NumberDirectory } from '../application/lifecycle/number-directory';
import { NumberQueries } from '../application/lifecycle/number-queries';
import { EndNumberUses, NumberUses } from '../application/lifecycle/number-uses';
import { MessageWebhooks, Numbers } from '../application/lifecycle/numbers';
import { References, RouteTargets } from '../application/lifecycle/references';
import { ReleaseAccountNumbers } from '../application/lifecycle/release-account-numbers';
import { ReleaseDueNumbers } from '../application/lifecycle/release-due-numbers';
import { ReleaseNumber } from '../application/lifecycle/release-number';
import { Suspensions } from '../application/lifecycle/suspensions';
import { AccountStates, SyncAccountStatus } from '../application/lifecycle/sync-account-status';
import { SyncBundleStatus } from '../application/lifecycle/sync-bundle-status';
import { CancelOrder } from '../application/orders/cancel-order';
import {
  Bundles,
  FaultPoints,
  Funds,
  NumberHistory,
  NumberOrderRepository,
  OperatorAudit,
  PhoneNumberRepository,
} from '../application/ports';
import { NumberJobs } from '../application/number-jobs/number-jobs';
import { Departures } from '../application/port-outs/departures';
import { ClosePorts } from '../application/porting/close-ports';
import { AcceptDocuments } from '../application/registration/accept-documents';
import { NumberContacts, NumberNotices } from '../application/number-notices';
import { Suppliers } from '../application/supply/suppliers';
import { StoredPhoneNumbers } from '../infrastructure/lifecycle/phone-number.repository';
import { PhoneNumberSchema } from '../infrastructure/lifecycle/phone-number.schema';
import { StoredNumberDirectory } from '../infrastructure/lifecycle/number-directory';
import { NumberHistorySchema, StoredNumberHistory } from '../infrastructure/lifecycle/number-history';
import { NumberReads } from '../infrastructure/lifecycle/number-queries';
import { AddMessageWebhooks1795021123000 } from '../infrastructure/migrations/add-message-webhooks';
import { DealBillingLanes1795000307000 } from '../infrastructure/migrations/deal-billing-lanes';
import { IndexBillingAttempts1795000303000 } from '../infrastructure/migrations/index-billing-attempts';
import { CountNumbers1795000317000 } from '../infrastructure/migrations/count-numbers';
import { CreateNumbering1795000300000 } from '../infrastructure/migrations/create-numbering';
import { DescribeNumbers1795023000000 } from '../infrastructure/migrations/describe-numbers';
import { DropUnusedIndexes1795000313000 } from '../infrastructure/migrations/drop-unused-indexes';
import { IndexNumberDigits1795000308000 } from '../infrastructure/migrations/index-number-digits';
import { IndexNumberFilters1795000306000 } from '../infrastructure/migrations/index-number-filters';
import { IndexNumbersByAccount1795000301000 } from '../infrastructure/migrations/index-numbers-by-account';
import { PlanNumberCountsOnce1795003000000 } from '../infrastructure/migrations/plan-number-counts-once';
import { RespellNumbers1795004000300 } from '../infrastructure/migrations/respell-numbers';

/** Numbers, from their activation to the end of their subscription: changes, monthly charges and mails. */
export const lifecycleWiring: Wiring = {
  providers: [
    implement(PhoneNumberRepository, StoredPhoneNumbers, [Database]),
    implement(NumberHistory, StoredNumberHistory, [Database]),
    alias(OperatorAudit, AuditTrail),
    bind(References, [RouteTargets, Bundles]),
    bind(ActivateNumber, [PhoneNumberRepository, NumberOrderRepository, NumberHistory, EventBus, Clock]),
    bind(Suspensions, [PhoneNumberRepository, NumberHistory, EventBus, Clock]),
    bind(MonthlyCharges, [Funds]),
    bind(BillDueMonths, [PhoneNumberRepository, MonthlyCharges, NumberHistory, EventBus, Clock]),
    bind(EndSubscription, [
      PhoneNumberRepository,
      NumberOrderRepository,
      NumberHistory,
      Funds,
      NumberUses,
      EndNumberUses,
      Departures,
      EventBus,
      Clock,
    ]),
  ],
  exported: [
    bind(Numbers, [
      Transactor,
      PhoneNumberRepository,
      NumberHistory,
      References,
      AcceptDocuments,
      MessageWebhooks,
      EventBus,
      Clock,
    ]),
    bind(SyncAccountStatus, [Transactor, PhoneNumberRepository, AccountStates, Suspensions]),
    bind(SyncBundleStatus, [Transactor, PhoneNumberRepository, Bundles, AcceptDocuments, Suspensions, Clock]),
    bind(ReleaseNumber, [Transactor, PhoneNumberRepository, Numbers, EndSubscription]),
    bind(ReleaseAccountNumbers, [
      Transactor,
      PhoneNumberRepository,
      NumberOrderRepository,
      CheckoutRepository,
      CancelOrder,
      ClosePorts,
      EndSubscription,
      NumberJobs,
    ]),
    bind(ReleaseDueNumbers, [Transactor, PhoneNumberRepository, EndSubscription, Suppliers, Clock, FaultPoints]),
    bind(BillNumbers, [Transactor, PhoneNumberRepository, BillDueMonths, Clock]),
    bind(ReactivateNumber, [Transactor, PhoneNumberRepository, MonthlyCharges, NumberHistory, EventBus, Clock]),
    bind(NumberNotices, [NumberContacts, Mails]),
    implement(NumberQueries, NumberReads, [Database]),
    implement(NumberDirectory, StoredNumberDirectory, [Database]),
  ],
  schemas: [PhoneNumberSchema, NumberHistorySchema],
  migrations: [
    CreateNumbering1795000300000,
    IndexNumbersByAccount1795000301000,
    IndexNumberFilters1795000306000,
    IndexNumberDigits1795000308000,
    DropUnusedIndexes1795000313000,
    IndexBillingAttempts1795000303000,
    DealBillingLanes1795000307000,
    CountNumbers1795000317000,
    PlanNumberCountsOnce1795003000000,
    RespellNumbers1795004000300,
    AddMessageWebhooks1795021123000,
    DescribeNumbers1795023000000,
  ],
};
