import type { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { NoTransactor, RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { AdvanceCheckout, CheckoutStages } from '../application/checkout/advance-checkout';
import { CheckoutBooks, OrderBooks } from '../application/books';
import { BillDueMonths } from '../application/billing/bill-due-months';
import { BillNumbers } from '../application/billing/bill-numbers';
import { ActivateNumber } from '../application/lifecycle/activate-number';
import { CancelOrder } from '../application/orders/cancel-order';
import { CancelUndocumented } from '../application/release/cancel-undocumented';
import { Carts } from '../application/checkout/carts';
import { Catalog } from '../application/supply/catalog';
import { CheckOutCart, FinishCheckouts } from '../application/checkout/check-out-cart';
import { CloseCheckout } from '../application/checkout/close-checkout';
import { Coverage } from '../application/supply/coverage';
import { FinalizeReleases } from '../application/release/finalize-releases';
import { FindOffer } from '../application/orders/find-offer';
import { FinishPendingOrders } from '../application/orders/finish-pending-orders';
import { FollowAccount } from '../application/lifecycle/follow-account';
import { FollowBundles } from '../application/lifecycle/follow-bundles';
import { HoldCheckout } from '../application/checkout/hold-checkout';
import { MonthCharges } from '../application/billing/month-charges';
import { Numbers } from '../application/lifecycle/numbers';
import { OrderDesk, OrderNumber } from '../application/orders/order-number';
import { PlaceOrder } from '../application/orders/place-order';
import type {
  CartRepository,
  CheckoutRepository,
  Funds,
  NumberHistory,
  NumberOrderRepository,
  PhoneNumberRepository,
  SelectTokens,
} from '../application/ports';
import { QuoteCheckout } from '../application/checkout/quote-checkout';
import { ReactivateNumber } from '../application/billing/reactivate-number';
import { References } from '../application/lifecycle/references';
import { ReleaseNumber } from '../application/release/release-number';
import { ReleaseNumbers } from '../application/release/release-numbers';
import { Releases } from '../application/release/releases';
import type { ReservationRepository } from '../application/checkout/reservation-ports';
import { ReserveNumbers } from '../application/checkout/reserve-numbers';
import { SearchCatalog } from '../application/supply/search-catalog';
import { SettleOrder } from '../application/orders/settle-order';
import type { NumberSupplier } from '../application/supply/supplier';
import { Suppliers } from '../application/supply/suppliers';
import { Suspensions } from '../application/lifecycle/suspensions';
import { FakeFunds } from './fake-funds';
import {
  CrashingFaultPoints,
  FakeAccountStandings,
  FakeAccountStates,
  FakeBundles,
  FakeCarts,
  FakeCheckouts,
  FakeNumberOrders,
  FakeNumberUses,
  FakePhoneNumbers,
  FakeReservations,
  FakeRouteTargets,
  PlainSelectTokens,
  RecordingHistory,
} from './fake-stores';
import { FakeSupplier } from './supply/fake-supplier';

/** What the use cases stand on; fakes or adapters. */
export interface Ground {
  readonly tx: Transactor;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly funds: Funds;
  readonly tokens: SelectTokens;
  readonly numbers: PhoneNumberRepository;
  readonly orders: NumberOrderRepository;
  readonly history: NumberHistory;
  readonly carts: CartRepository;
  readonly checkouts: CheckoutRepository;
  readonly reservations: ReservationRepository;
  readonly suppliers: readonly NumberSupplier[];
}

/** Every use case over a ground, with scripted neighbours and crashes. */
export function worldOver(ground: Ground) {
  const { tx, clock, events, funds, tokens } = ground;
  const [targets, bundles, faults] = [new FakeRouteTargets(), new FakeBundles(), new CrashingFaultPoints()];
  const [accounts, standings] = [new FakeAccountStates(), new FakeAccountStandings()];
  const [suppliers, coverage] = [new Suppliers(ground.suppliers), new Coverage(clock)];
  const books = new OrderBooks(ground.orders, ground.numbers, ground.history);
  const checkoutBooks = new CheckoutBooks(ground.checkouts, ground.orders);
  const references = new References(targets, bundles);
  const settle = new SettleOrder(tx, books, references, funds, events, clock);
  const place = new PlaceOrder(suppliers, settle, ground.orders, clock, faults);
  const numberUses = new FakeNumberUses();
  const releases = new Releases(books, funds, numberUses, events, clock);
  const close = new CloseCheckout(ground.checkouts, ground.carts, ground.reservations, clock);
  const hold = new HoldCheckout(tx, checkoutBooks, funds, close, clock);
  const stages = new CheckoutStages(new QuoteCheckout(suppliers, bundles), hold, place, close);
  const advance = new AdvanceCheckout(tx, checkoutBooks, stages, funds, clock, faults);
  const reserve = new ReserveNumbers(ground.reservations, standings, suppliers, clock);
  const desk = new OrderDesk(new FindOffer(suppliers, coverage, tokens, clock), references);
  const activate = new ActivateNumber(books, events, clock);
  const suspensions = new Suspensions(books, events, clock);
  const numbers = new Numbers(tx, books, references, activate, events, clock);
  const months = new MonthCharges(funds);
  const dueMonths = new BillDueMonths(ground.numbers, months, ground.history, events, clock);
  return {
    ...{ targets, bundles, accounts, standings, faults, settle, numbers, numberUses },
    search: new SearchCatalog(suppliers, tokens, bundles, clock),
    catalog: new Catalog(suppliers, coverage),
    carts: new Carts(tx, ground.carts, tokens, reserve, clock),
    checkOutCart: new CheckOutCart(tx, ground.carts, ground.checkouts, references, advance, clock, faults),
    finishCheckouts: new FinishCheckouts(ground.checkouts, advance, clock),
    orderNumber: new OrderNumber(tx, ground.orders, desk, funds, place, clock, faults),
    finishPendingOrders: new FinishPendingOrders(tx, ground.orders, suppliers, place, clock),
    cancelUndocumented: new CancelUndocumented(tx, ground.numbers, bundles, releases, clock),
    cancelOrder: new CancelOrder(tx, books, releases),
    releaseNumber: new ReleaseNumber(tx, ground.numbers, numbers, releases),
    releaseNumbers: new ReleaseNumbers(tx, ground.numbers, ground.orders, ground.checkouts, releases),
    followAccount: new FollowAccount(tx, ground.numbers, accounts, suspensions),
    followBundles: new FollowBundles(tx, ground.numbers, bundles, activate, suspensions, clock),
    billNumbers: new BillNumbers(tx, ground.numbers, dueMonths, clock),
    reactivateNumber: new ReactivateNumber(tx, ground.numbers, months, ground.history, events, clock),
    finalizeReleases: new FinalizeReleases(tx, ground.numbers, releases, suppliers, clock, faults),
  };
}

/** Everything in memory. `acc_1` has ten dollars. */
export function numberingWorld(supplier = new FakeSupplier()) {
  const clock = new TestClock();
  const bus = new RecordingEventBus();
  const funds = new FakeFunds();
  funds.balances.set('acc_1', 1000);
  const stores = {
    ...{ tokens: new PlainSelectTokens(), history: new RecordingHistory() },
    numbers: new FakePhoneNumbers(),
    orders: new FakeNumberOrders(),
    carts: new FakeCarts(),
    checkouts: new FakeCheckouts(),
    reservations: new FakeReservations(),
  };
  const world = worldOver({ tx: new NoTransactor(), clock, events: bus, funds, ...stores, suppliers: [supplier] });
  return { ...world, stores, supplier, clock, funds, published: () => bus.published.map(({ type }) => type), bus };
}

export type NumberingWorld = ReturnType<typeof numberingWorld>;
