import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { CheckoutRepository } from '../application/checkout/ports';
import { References } from '../application/lifecycle/references';
import { CancelOrder } from '../application/orders/cancel-order';
import { CancelUndocumented } from '../application/orders/cancel-undocumented';
import { FindOffer } from '../application/orders/find-offer';
import { FinishPendingOrders } from '../application/orders/finish-pending-orders';
import { OrderNumber } from '../application/orders/order-number';
import { OrderQueries } from '../application/orders/order-queries';
import { PlaceOrder } from '../application/orders/place-order';
import { SettleOrder } from '../application/orders/settle-order';
import { SupplierEvents, SupplierInbox } from '../application/orders/supplier-events';
import {
  Bundles,
  FaultPoints,
  Funds,
  NoFaults,
  NumberHistory,
  NumberOrderRepository,
  OwnStock,
  PhoneNumberRepository,
} from '../application/ports';
import { EndSubscription } from '../application/lifecycle/end-subscription';
import { PriceLists } from '../application/pricing/price-lists';
import { RegistrationRepository } from '../application/registration/ports';
import { Coverage } from '../application/supply/coverage';
import { SelectTokens } from '../application/supply/select-tokens';
import { Suppliers } from '../application/supply/suppliers';
import { HearSuppliers1795000304000 } from '../infrastructure/migrations/hear-suppliers';
import { IndexOpenPurchases1795000302000 } from '../infrastructure/migrations/index-open-purchases';
import { StoredNumberOrders } from '../infrastructure/orders/number-order.repository';
import { NumberOrderSchema } from '../infrastructure/orders/number-order.schema';
import { StoredSupplierInbox } from '../infrastructure/orders/supplier-inbox';
import { OrderReads } from '../infrastructure/orders/order-queries';

/** Orders of single numbers. */
export const ordersWiring: Wiring = {
  providers: [
    implement(NumberOrderRepository, StoredNumberOrders, [Database]),
    implement(SupplierInbox, StoredSupplierInbox, [Database]),
    implement(FaultPoints, NoFaults, []),
    bind(FindOffer, [Suppliers, Coverage, SelectTokens, PriceLists, Clock]),
    bind(SettleOrder, [
      Transactor,
      NumberOrderRepository,
      PhoneNumberRepository,
      NumberHistory,
      References,
      Funds,
      OwnStock,
      EventBus,
      Clock,
    ]),
    bind(PlaceOrder, [Suppliers, NumberOrderRepository, Clock, FaultPoints]),
  ],
  exported: [
    implement(OrderQueries, OrderReads, [Database]),
    bind(OrderNumber, [
      Transactor,
      NumberOrderRepository,
      FindOffer,
      References,
      Funds,
      PlaceOrder,
      SettleOrder,
      Clock,
      FaultPoints,
    ]),
    bind(FinishPendingOrders, [Transactor, NumberOrderRepository, Suppliers, PlaceOrder, SettleOrder, Clock]),
    bind(CancelOrder, [
      Transactor,
      NumberOrderRepository,
      PhoneNumberRepository,
      CheckoutRepository,
      EndSubscription,
      Funds,
      Clock,
    ]),
    bind(CancelUndocumented, [
      Transactor,
      PhoneNumberRepository,
      Bundles,
      RegistrationRepository,
      EndSubscription,
      Clock,
    ]),
    bind(SupplierEvents, [
      Transactor,
      Suppliers,
      SupplierInbox,
      NumberOrderRepository,
      PlaceOrder,
      SettleOrder,
      EventBus,
      Clock,
    ]),
  ],
  schemas: [NumberOrderSchema],
  migrations: [IndexOpenPurchases1795000302000, HearSuppliers1795000304000],
};
