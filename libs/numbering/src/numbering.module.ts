import { Module } from '@nestjs/common';
import { Clock, EventBus, Mails, Transactor } from '@trunkline/kernel';
import {
  bind,
  CryptoBox,
  Database,
  implement,
  Log,
  Metrics,
  type Persistence,
  SandboxFaults,
  Settings,
} from '@trunkline/platform';
import { AdvanceCheckout, CheckoutStages } from './application/checkout/advance-checkout';
import { CheckoutBooks, OrderBooks } from './application/books';
import { BillDueMonths } from './application/billing/bill-due-months';
import { BillNumbers } from './application/billing/bill-numbers';
import { ActivateNumber } from './application/lifecycle/activate-number';
import { CancelOrder } from './application/orders/cancel-order';
import { CancelUndocumented } from './application/release/cancel-undocumented';
import { Carts } from './application/checkout/carts';
import { Catalog } from './application/supply/catalog';
import { CheckOutCart, FinishCheckouts } from './application/checkout/check-out-cart';
import { CloseCheckout } from './application/checkout/close-checkout';
import { Coverage } from './application/supply/coverage';
import { FinalizeReleases } from './application/release/finalize-releases';
import { FindOffer } from './application/orders/find-offer';
import { FinishPendingOrders } from './application/orders/finish-pending-orders';
import { FollowAccount } from './application/lifecycle/follow-account';
import { FollowBundles } from './application/lifecycle/follow-bundles';
import { HandleSupplierEvents } from './application/orders/handle-supplier-events';
import { HoldCheckout } from './application/checkout/hold-checkout';
import { MonthCharges } from './application/billing/month-charges';
import { Numbers } from './application/lifecycle/numbers';
import { NumberContacts, NumberNotices } from './application/lifecycle/number-notices';
import { NumberUses } from './application/release/number-uses';
import { OrderDesk, OrderNumber } from './application/orders/order-number';
import { PlaceOrder } from './application/orders/place-order';
import {
  AccountStates,
  Bundles,
  CartRepository,
  CheckoutRepository,
  FaultPoints,
  Funds,
  NoFaults,
  NumberHistory,
  NumberOrderRepository,
  PhoneNumberRepository,
  RouteTargets,
  SelectTokens,
} from './application/ports';
import { CheckoutQueries, NumberDirectory, NumberQueries } from './application/queries';
import { QuoteCheckout } from './application/checkout/quote-checkout';
import { ReactivateNumber } from './application/billing/reactivate-number';
import { ReceiveSupplierEvent } from './application/orders/receive-supplier-event';
import { References } from './application/lifecycle/references';
import { ReleaseNumber } from './application/release/release-number';
import { ReleaseNumbers } from './application/release/release-numbers';
import { Releases } from './application/release/releases';
import { AccountStandings, ReservationRepository } from './application/checkout/reservation-ports';
import { ReserveNumbers } from './application/checkout/reserve-numbers';
import { SearchCatalog } from './application/supply/search-catalog';
import { SettleOrder } from './application/orders/settle-order';
import { SupplierInbox } from './application/orders/supplier-inbox';
import { Suppliers } from './application/supply/suppliers';
import { Suspensions } from './application/lifecycle/suspensions';
import { TypeOrmCartRepository } from './infrastructure/checkout/cart.repository';
import { CartItemSchema, CartSchema } from './infrastructure/checkout/cart.schema';
import { TypeOrmCheckoutRepository } from './infrastructure/checkout/checkout.repository';
import { CheckoutItemSchema, CheckoutSchema } from './infrastructure/checkout/checkout.schema';
import { BudgetDidwwReservations1795000312000 } from './infrastructure/migrations/budget-didww-reservations';
import { CreateNumbering1795000300000 } from './infrastructure/migrations/create-numbering';
import { HearSuppliers1795000304000 } from './infrastructure/migrations/hear-suppliers';
import { DealBillingLanes1795000307000 } from './infrastructure/migrations/deal-billing-lanes';
import { IndexBillingAttempts1795000303000 } from './infrastructure/migrations/index-billing-attempts';
import { IndexNumberDigits1795000308000 } from './infrastructure/migrations/index-number-digits';
import { IndexNumberFilters1795000306000 } from './infrastructure/migrations/index-number-filters';
import { IndexNumbersByAccount1795000301000 } from './infrastructure/migrations/index-numbers-by-account';
import { IndexOpenPurchases1795000302000 } from './infrastructure/migrations/index-open-purchases';
import { LimitReservations1795000310000 } from './infrastructure/migrations/limit-reservations';
import { TypeOrmNumberOrderRepository } from './infrastructure/orders/number-order.repository';
import { NumberOrderSchema } from './infrastructure/orders/number-order.schema';
import { TypeOrmPhoneNumberRepository } from './infrastructure/lifecycle/phone-number.repository';
import { PhoneNumberSchema } from './infrastructure/lifecycle/phone-number.schema';
import { PostgresSupplierInbox } from './infrastructure/orders/postgres-supplier-inbox';
import { PostgresReservations } from './infrastructure/checkout/postgres-reservations';
import { SealedSelectTokens } from './infrastructure/supply/sealed-select-tokens';
import { SqlCheckoutQueries } from './infrastructure/checkout/sql-checkout-queries';
import { SqlNumberDirectory } from './infrastructure/lifecycle/sql-number-directory';
import { SqlNumberHistory } from './infrastructure/lifecycle/sql-number-history';
import { SqlNumberQueries } from './infrastructure/lifecycle/sql-number-queries';
import { chooseSuppliers, SupplierParts } from './infrastructure/suppliers/choose-suppliers';
import { PostgresReservationBudget } from './infrastructure/suppliers/didww/postgres-reservation-budget';
import { ReservationBudget } from './infrastructure/suppliers/didww/reservation-budget';
import { SandboxBooks } from './sandbox/sandbox-books';
import { SandboxSupplier } from './sandbox/sandbox-supplier';

const adapters = [
  implement(PhoneNumberRepository, TypeOrmPhoneNumberRepository, [Database]),
  implement(NumberOrderRepository, TypeOrmNumberOrderRepository, [Database]),
  implement(CartRepository, TypeOrmCartRepository, [Database]),
  implement(CheckoutRepository, TypeOrmCheckoutRepository, [Database]),
  implement(ReservationRepository, PostgresReservations, [Database]),
  implement(NumberHistory, SqlNumberHistory, [Database]),
  implement(NumberQueries, SqlNumberQueries, [Database]),
  implement(CheckoutQueries, SqlCheckoutQueries, [Database]),
  implement(NumberDirectory, SqlNumberDirectory, [Database]),
  implement(SupplierInbox, PostgresSupplierInbox, [Database]),
  implement(SelectTokens, SealedSelectTokens, [CryptoBox]),
  implement(FaultPoints, NoFaults, []),
  bind(SandboxBooks, [Database]),
  {
    provide: SandboxSupplier,
    inject: [SandboxBooks, SandboxFaults, Clock],
    useFactory: (books: SandboxBooks, faults: SandboxFaults, clock: Clock) => new SandboxSupplier(books, faults, clock),
  },
  implement(ReservationBudget, PostgresReservationBudget, [Database]),
  bind(SupplierParts, [SandboxSupplier, Clock, Metrics, Log, ReservationBudget]),
  { provide: Suppliers, inject: [Settings, SupplierParts], useFactory: chooseSuppliers },
];

const parts = [
  bind(OrderBooks, [NumberOrderRepository, PhoneNumberRepository, NumberHistory]),
  bind(CheckoutBooks, [CheckoutRepository, NumberOrderRepository]),
  bind(References, [RouteTargets, Bundles]),
  bind(Coverage, [Clock]),
  bind(FindOffer, [Suppliers, Coverage, SelectTokens, Clock]),
  bind(OrderDesk, [FindOffer, References]),
  bind(SettleOrder, [Transactor, OrderBooks, References, Funds, EventBus, Clock]),
  bind(PlaceOrder, [Suppliers, SettleOrder, NumberOrderRepository, Clock, FaultPoints]),
  bind(ActivateNumber, [OrderBooks, EventBus, Clock]),
  bind(Suspensions, [OrderBooks, EventBus, Clock]),
  bind(Releases, [OrderBooks, Funds, NumberUses, EventBus, Clock]),
  bind(MonthCharges, [Funds]),
  bind(BillDueMonths, [PhoneNumberRepository, MonthCharges, NumberHistory, EventBus, Clock]),
  bind(QuoteCheckout, [Suppliers, Bundles]),
  bind(CloseCheckout, [CheckoutRepository, CartRepository, ReservationRepository, Clock]),
  bind(ReserveNumbers, [ReservationRepository, AccountStandings, Suppliers, Clock]),
  bind(HoldCheckout, [Transactor, CheckoutBooks, Funds, CloseCheckout, Clock]),
  bind(CheckoutStages, [QuoteCheckout, HoldCheckout, PlaceOrder, CloseCheckout]),
  bind(AdvanceCheckout, [Transactor, CheckoutBooks, CheckoutStages, Funds, Clock, FaultPoints]),
];

const useCases = [
  bind(SearchCatalog, [Suppliers, SelectTokens, Bundles, Clock]),
  bind(Catalog, [Suppliers, Coverage]),
  bind(Carts, [Transactor, CartRepository, SelectTokens, ReserveNumbers, Clock]),
  bind(CheckOutCart, [Transactor, CartRepository, CheckoutRepository, References, AdvanceCheckout, Clock, FaultPoints]),
  bind(FinishCheckouts, [CheckoutRepository, AdvanceCheckout, Clock]),
  bind(OrderNumber, [Transactor, NumberOrderRepository, OrderDesk, Funds, PlaceOrder, Clock, FaultPoints]),
  bind(FinishPendingOrders, [Transactor, NumberOrderRepository, Suppliers, PlaceOrder, Clock]),
  bind(ReceiveSupplierEvent, [Transactor, Suppliers, SupplierInbox, NumberOrderRepository, EventBus, Clock]),
  bind(HandleSupplierEvents, [Suppliers, SupplierInbox, NumberOrderRepository, PlaceOrder, Clock]),
  bind(CancelOrder, [Transactor, OrderBooks, Releases]),
  bind(CancelUndocumented, [Transactor, PhoneNumberRepository, Bundles, Releases, Clock]),
  bind(Numbers, [Transactor, OrderBooks, References, ActivateNumber, EventBus, Clock]),
  bind(ReleaseNumber, [Transactor, PhoneNumberRepository, Numbers, Releases]),
  bind(ReleaseNumbers, [Transactor, PhoneNumberRepository, NumberOrderRepository, CheckoutRepository, Releases]),
  bind(FinalizeReleases, [Transactor, PhoneNumberRepository, Releases, Suppliers, Clock, FaultPoints]),
  bind(BillNumbers, [Transactor, PhoneNumberRepository, BillDueMonths, Clock]),
  bind(ReactivateNumber, [Transactor, PhoneNumberRepository, MonthCharges, NumberHistory, EventBus, Clock]),
  bind(FollowAccount, [Transactor, PhoneNumberRepository, AccountStates, Suspensions]),
  bind(NumberNotices, [NumberContacts, Mails]),
  bind(FollowBundles, [Transactor, PhoneNumberRepository, Bundles, ActivateNumber, Suspensions, Clock]),
];

@Module({
  providers: [...adapters, ...parts, ...useCases],
  exports: [
    SearchCatalog,
    Catalog,
    Carts,
    CheckOutCart,
    FinishCheckouts,
    OrderNumber,
    FinishPendingOrders,
    ReceiveSupplierEvent,
    HandleSupplierEvents,
    CancelOrder,
    CancelUndocumented,
    Numbers,
    ReleaseNumber,
    ReleaseNumbers,
    FinalizeReleases,
    BillNumbers,
    ReactivateNumber,
    FollowAccount,
    FollowBundles,
    NumberNotices,
    NumberQueries,
    CheckoutQueries,
    NumberDirectory,
    Suppliers,
  ],
})
export class NumberingModule {}

export const numberingPersistence: Persistence = {
  schemas: [PhoneNumberSchema, NumberOrderSchema, CartSchema, CartItemSchema, CheckoutSchema, CheckoutItemSchema],
  migrations: [
    CreateNumbering1795000300000,
    IndexNumbersByAccount1795000301000,
    IndexOpenPurchases1795000302000,
    IndexBillingAttempts1795000303000,
    HearSuppliers1795000304000,
    IndexNumberFilters1795000306000,
    DealBillingLanes1795000307000,
    IndexNumberDigits1795000308000,
    LimitReservations1795000310000,
    BudgetDidwwReservations1795000312000,
  ],
  grants: { schema: 'numbering' },
};
