import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, type Wiring } from '@trunkline/platform';
import { CheckoutRepository } from '../application/checkout/ports';
import { Numbers } from '../application/lifecycle/numbers';
import { CancelOrder } from '../application/orders/cancel-order';
import {
  Bundles,
  FaultPoints,
  Funds,
  NumberHistory,
  NumberOrderRepository,
  PhoneNumberRepository,
} from '../application/ports';
import { CancelUndocumented } from '../application/release/cancel-undocumented';
import { EndSubscription } from '../application/release/end-subscription';
import { NumberUses } from '../application/release/number-uses';
import { ReleaseAccountNumbers } from '../application/release/release-account-numbers';
import { ReleaseDueNumbers } from '../application/release/release-due-numbers';
import { ReleaseNumber } from '../application/release/release-number';
import { Suppliers } from '../application/supply/suppliers';

/** The end of subscriptions. */
export const releaseWiring: Wiring = {
  providers: [
    bind(EndSubscription, [
      PhoneNumberRepository,
      NumberOrderRepository,
      NumberHistory,
      Funds,
      NumberUses,
      EventBus,
      Clock,
    ]),
  ],
  exported: [
    bind(ReleaseNumber, [Transactor, PhoneNumberRepository, Numbers, EndSubscription]),
    bind(ReleaseAccountNumbers, [
      Transactor,
      PhoneNumberRepository,
      NumberOrderRepository,
      CheckoutRepository,
      CancelOrder,
      EndSubscription,
    ]),
    bind(ReleaseDueNumbers, [Transactor, PhoneNumberRepository, EndSubscription, Suppliers, Clock, FaultPoints]),
    bind(CancelUndocumented, [Transactor, PhoneNumberRepository, Bundles, EndSubscription, Clock]),
  ],
};
