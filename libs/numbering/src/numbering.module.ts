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
import { AdvanceCheckout, CheckoutStages } from './application/advance-checkout';
import { CheckoutBooks, OrderBooks } from './application/books';
import { BillDueMonths } from './application/bill-due-months';
import { BillNumbers } from './application/bill-numbers';
import { ActivateNumber } from './application/activate-number';
import { CancelOrder } from './application/cancel-order';
import { CancelUndocumented } from './application/cancel-undocumented';
import { Carts } from './application/carts';
import { Catalog } from './application/catalog';
import { CheckOutCart, FinishCheckouts } from './application/check-out-cart';
import { CloseCheckout } from './application/close-checkout';
import { Coverage } from './application/coverage';
import { FinalizeReleases } from './application/finalize-releases';
import { FindOffer } from './application/find-offer';
import { FinishPendingOrders } from './application/finish-pending-orders';
import { FollowAccount } from './application/follow-account';
import { FollowBundles } from './application/follow-bundles';
import { HandleSupplierEvents } from './application/handle-supplier-events';
import { HoldCheckout } from './application/hold-checkout';
import { MonthCharges } from './application/month-charges';
import { Numbers } from './application/numbers';
import { NumberContacts, NumberNotices } from './application/number-notices';
import { NumberUses } from './application/number-uses';
import { OrderDesk, OrderNumber } from './application/order-number';
import { PlaceOrder } from './application/place-order';
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
import { QuoteCheckout } from './application/quote-checkout';
import { ReactivateNumber } from './application/reactivate-number';
import { ReceiveSupplierEvent } from './application/receive-supplier-event';
import { References } from './application/references';
import { ReleaseNumber } from './application/release-number';
import { ReleaseNumbers } from './application/release-numbers';
import { Releases } from './application/releases';
import { AccountStandings, ReservationRepository } from './application/reservation-ports';
import { ReserveNumbers } from './application/reserve-numbers';
import { SearchCatalog } from './application/search-catalog';
import { SettleOrder } from './application/settle-order';
import { SupplierInbox } from './application/supplier-inbox';
import { Suppliers } from './application/suppliers';
import { Suspensions } from './application/suspensions';
import { TypeOrmCartRepository } from './infrastructure/cart.repository';
import { CartItemSchema, CartSchema } from './infrastructure/cart.schema';
import { TypeOrmCheckoutRepository } from './infrastructure/checkout.repository';
import { CheckoutItemSchema, CheckoutSchema } from './infrastructure/checkout.schema';
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
import { TypeOrmNumberOrderRepository } from './infrastructure/number-order.repository';
import { NumberOrderSchema } from './infrastructure/number-order.schema';
import { TypeOrmPhoneNumberRepository } from './infrastructure/phone-number.repository';
import { PhoneNumberSchema } from './infrastructure/phone-number.schema';
import { PostgresSupplierInbox } from './infrastructure/postgres-supplier-inbox';
import { PostgresReservations } from './infrastructure/postgres-reservations';
import { SealedSelectTokens } from './infrastructure/sealed-select-tokens';
import { SqlCheckoutQueries } from './infrastructure/sql-checkout-queries';
import { SqlNumberDirectory } from './infrastructure/sql-number-directory';
import { SqlNumberHistory } from './infrastructure/sql-number-history';
import { SqlNumberQueries } from './infrastructure/sql-number-queries';
import { chooseSuppliers, SupplierParts } from './infrastructure/suppliers/choose-suppliers';
import { PostgresReservationBudget } from './infrastructure/suppliers/didww/postgres-reservation-budget';
import { ReservationBudget } from './infrastructure/suppliers/didww/reservation-budget';
import { SandboxBooks } from './infrastructure/suppliers/sandbox/sandbox-books';
import { SandboxSupplier } from './infrastructure/suppliers/sandbox/sandbox-supplier';

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
