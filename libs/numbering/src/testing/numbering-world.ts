import type { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { NoTransactor, RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { BillDueMonths } from '../application/billing/bill-due-months';
import { BillNumbers } from '../application/billing/bill-numbers';
import { MonthlyCharges } from '../application/billing/monthly-charges';
import { ReactivateNumber } from '../application/billing/reactivate-number';
import { AdvanceCheckout, CloseCheckout } from '../application/checkout/advance-checkout';
import { Carts } from '../application/checkout/carts';
import { CheckOutCart } from '../application/checkout/check-out-cart';
import type { CartRepository, CheckoutRepository, ReservationRepository } from '../application/checkout/ports';
import { QuoteCheckout } from '../application/checkout/quote-checkout';
import { ReserveNumbers } from '../application/checkout/reserve-numbers';
import { ActivateNumber } from '../application/lifecycle/activate-number';
import { Numbers } from '../application/lifecycle/numbers';
import { References } from '../application/lifecycle/references';
import { Suspensions } from '../application/lifecycle/suspensions';
import { SyncAccountStatus } from '../application/lifecycle/sync-account-status';
import { SyncBundleStatus } from '../application/lifecycle/sync-bundle-status';
import { CancelOrder } from '../application/orders/cancel-order';
import { FindOffer } from '../application/orders/find-offer';
import { FinishPendingOrders } from '../application/orders/finish-pending-orders';
import { OrderNumber } from '../application/orders/order-number';
import { PlaceOrder } from '../application/orders/place-order';
import { SettleOrder } from '../application/orders/settle-order';
import type { Funds, NumberHistory, NumberOrderRepository, PhoneNumberRepository } from '../application/ports';
import { CancelUndocumented } from '../application/release/cancel-undocumented';
import { EndSubscription } from '../application/release/end-subscription';
import { ReleaseAccountNumbers } from '../application/release/release-account-numbers';
import { ReleaseDueNumbers } from '../application/release/release-due-numbers';
import { ReleaseNumber } from '../application/release/release-number';
import { Catalog } from '../application/supply/catalog';
import { Coverage } from '../application/supply/coverage';
import { SearchCatalog } from '../application/supply/search-catalog';
import type { SelectTokens } from '../application/supply/select-tokens';
import type { NumberSupplier } from '../application/supply/supplier';
import { Suppliers } from '../application/supply/suppliers';
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

/** The adapters of a world: fakes, or those of PostgreSQL. */
export interface Adapters {
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

/** Creates every use case over the adapters, with fakes of the other contexts and injected crashes. */
export function worldOver({ suppliers: all, ...adapters }: Adapters) {
  const { tx, clock, events, funds, tokens, history, carts, checkouts, reservations } = adapters;
  const targets = new FakeRouteTargets();
  const bundles = new FakeBundles();
  const accounts = new FakeAccountStates();
  const standings = new FakeAccountStandings();
  const numberUses = new FakeNumberUses();
  const faults = new CrashingFaultPoints();

  const suppliers = new Suppliers(all);
  const coverage = new Coverage(clock);
  const references = new References(targets, bundles);
  const settle = new SettleOrder(tx, adapters.orders, adapters.numbers, history, references, funds, events, clock);
  const place = new PlaceOrder(suppliers, settle, adapters.orders, clock, faults);
  const endSubscription = new EndSubscription(
    adapters.numbers,
    adapters.orders,
    history,
    funds,
    numberUses,
    events,
    clock,
  );
  const cancelOrder = new CancelOrder(tx, adapters.orders, adapters.numbers, endSubscription, funds, clock);
  const close = new CloseCheckout(checkouts, carts, reservations, clock);
  const quote = new QuoteCheckout(suppliers, bundles);
  const advance = new AdvanceCheckout(tx, checkouts, adapters.orders, quote, place, close, funds, clock, faults);
  const reserve = new ReserveNumbers(reservations, standings, suppliers, clock);
  const findOffer = new FindOffer(suppliers, coverage, tokens, clock);
  const activate = new ActivateNumber(adapters.numbers, adapters.orders, history, events, clock);
  const suspensions = new Suspensions(adapters.numbers, history, events, clock);
  const numbers = new Numbers(tx, adapters.numbers, history, references, activate, events, clock);
  const charges = new MonthlyCharges(funds);
  const billDueMonths = new BillDueMonths(adapters.numbers, charges, history, events, clock);
  return {
    targets,
    bundles,
    accounts,
    standings,
    faults,
    settle,
    numbers,
    numberUses,
    cancelOrder,
    search: new SearchCatalog(suppliers, tokens, bundles, clock),
    catalog: new Catalog(suppliers, coverage),
    carts: new Carts(tx, carts, tokens, reserve, clock),
    checkOutCart: new CheckOutCart(tx, carts, checkouts, references, advance, clock, faults),
    orderNumber: new OrderNumber(tx, adapters.orders, findOffer, references, funds, place, clock, faults),
    finishPendingOrders: new FinishPendingOrders(tx, adapters.orders, suppliers, place, clock),
    cancelUndocumented: new CancelUndocumented(tx, adapters.numbers, bundles, endSubscription, clock),
    releaseNumber: new ReleaseNumber(tx, adapters.numbers, numbers, endSubscription),
    releaseAccountNumbers: new ReleaseAccountNumbers(
      tx,
      adapters.numbers,
      adapters.orders,
      checkouts,
      cancelOrder,
      endSubscription,
    ),
    syncAccountStatus: new SyncAccountStatus(tx, adapters.numbers, accounts, suspensions),
    syncBundleStatus: new SyncBundleStatus(tx, adapters.numbers, bundles, activate, suspensions, clock),
    billNumbers: new BillNumbers(tx, adapters.numbers, billDueMonths, clock),
    reactivateNumber: new ReactivateNumber(tx, adapters.numbers, charges, history, events, clock),
    releaseDueNumbers: new ReleaseDueNumbers(tx, adapters.numbers, endSubscription, suppliers, clock, faults),
  };
}

/** Creates a world in memory. `acc_1` has ten dollars. */
export function numberingWorld(supplier = new FakeSupplier()) {
  const clock = new TestClock();
  const bus = new RecordingEventBus();
  const funds = new FakeFunds();
  funds.balances.set('acc_1', 1000);
  const stores = {
    tokens: new PlainSelectTokens(),
    history: new RecordingHistory(),
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
