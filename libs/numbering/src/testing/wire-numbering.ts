import type { Clock, EventBus } from '@trunkline/kernel';
import { CryptoBox, type Database } from '@trunkline/platform';
import { BillDueMonths } from '../application/billing/bill-due-months';
import { BillNumbers } from '../application/billing/bill-numbers';
import { MonthlyCharges } from '../application/billing/monthly-charges';
import { ReactivateNumber } from '../application/billing/reactivate-number';
import { Carts } from '../application/checkout/carts';
import { CheckOutCart } from '../application/checkout/check-out-cart';
import { CheckoutTransactions } from '../application/checkout/checkout-transactions';
import { QuoteCheckout } from '../application/checkout/quote-checkout';
import { ReserveNumbers } from '../application/checkout/reserve-numbers';
import { CallConnectors } from '../application/connections/call-connector';
import { CheckConnections } from '../application/connections/check-connections';
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
import { CancelUndocumented } from '../application/orders/cancel-undocumented';
import { EndSubscription } from '../application/lifecycle/end-subscription';
import { ReleaseAccountNumbers } from '../application/lifecycle/release-account-numbers';
import { ReleaseDueNumbers } from '../application/lifecycle/release-due-numbers';
import { GiveNumber } from '../application/lifecycle/give-number';
import { TakeNumber } from '../application/lifecycle/take-number';
import { AddStock } from '../application/stock/add-stock';
import { ChangeStock } from '../application/stock/change-stock';
import { FreeStock } from '../application/stock/free-stock';
import { ReleaseNumber } from '../application/lifecycle/release-number';
import { ChangeNumber } from '../application/number-jobs/change-number';
import { ImportNumbers } from '../application/number-jobs/import-numbers';
import { NumberJobs } from '../application/number-jobs/number-jobs';
import { RunNumberJob } from '../application/number-jobs/run-number-job';
import { NumberPrices } from '../application/pricing/number-prices';
import { RepriceNumbers } from '../application/pricing/reprice-numbers';
import { Repricings } from '../application/pricing/repricings';
import { PriceLists } from '../application/pricing/price-lists';
import { Catalog } from '../application/supply/catalog';
import { Coverage } from '../application/supply/coverage';
import { SearchCatalog } from '../application/supply/search-catalog';
import { NumberNotices } from '../application/number-notices';
import { AcceptDocuments } from '../application/registration/accept-documents';
import { AnnounceRejection } from '../application/registration/announce-rejection';
import { CheckRegistrations } from '../application/registration/check-registrations';
import { RegisterNumbers } from '../application/registration/register-numbers';
import { CheckPorts } from '../application/port-checks/check-ports';
import { OperatePortCoverage } from '../application/port-checks/coverage';
import { Departures } from '../application/port-outs/departures';
import { SetPortOutPin } from '../application/port-outs/port-out-pins';
import { PortOuts } from '../application/port-outs/port-outs';
import { SupplierErasures } from '../application/registration/supplier-erasures';
import { Registrars } from '../application/registration/registrars';
import { RetryRegistration } from '../application/registration/retry-registration';
import { SettleCheck } from '../application/registration/settle-check';
import { SettleRegistration } from '../application/registration/settle-registration';
import type { NumberSupplier } from '../application/supply/supplier';
import { Suppliers } from '../application/supply/suppliers';
import { StoredCarts } from '../infrastructure/checkout/cart.repository';
import { StoredCheckouts } from '../infrastructure/checkout/checkout.repository';
import { StoredReservations } from '../infrastructure/checkout/reservations';
import { StoredNumberJobs } from '../infrastructure/lifecycle/number-jobs';
import { StoredPhoneNumbers } from '../infrastructure/lifecycle/phone-number.repository';
import { StoredNumberHistory } from '../infrastructure/lifecycle/number-history';
import { StoredNumberOrders } from '../infrastructure/orders/number-order.repository';
import { StoredPriceRules } from '../infrastructure/pricing/price-rules.repository';
import { StoredOwnStock, StoredStock } from '../infrastructure/stock/stock-numbers';
import { StockReads } from '../infrastructure/stock/stock-queries';
import { StoredNumberHolders } from '../infrastructure/porting/number-holders';
import { StoredPortCarriers, StoredPortCoverages } from '../infrastructure/porting/port-coverage';
import { StoredPortOuts } from '../infrastructure/porting/port-outs';
import { StoredRepricings } from '../infrastructure/pricing/repricing.repository';
import { SealedSelectTokens } from '../infrastructure/sealed-select-tokens';
import { StoredSupplierErasures } from '../infrastructure/registration/supplier-erasures';
import { StoredRegistrations } from '../infrastructure/registration/registrations';
import { StoredConnectionFaults } from '../infrastructure/connection-faults';
import { FakeConnector } from './fake-connector';
import { FakeFunds } from './fake-funds';
import {
  CrashingFaultPoints,
  FakeAccountStandings,
  FakeAccountStates,
  FakeBundles,
  FakeContacts,
  FakeMessageWebhooks,
  FakeInboundCarriers,
  FakeMails,
  FakeRegulatoryRequirements,
  FakeNumberUses,
  FakePortOutPins,
  FakeRouteTargets,
} from './fake-neighbours';
import { wirePorting } from './wire-porting';
import { FakeApprovedBundles, FakeRegistrar } from './registration/fake-registrar';

interface Outside<S extends NumberSupplier> {
  readonly supplier: S;
  /** Default: numbers with an approved bundle become active at once. */
  readonly registersEndUsers?: boolean;
  readonly events: EventBus;
  readonly clock: Clock;
}

/** How long numbers of the stock age in tests. */
export const STOCK_AGEING_DAYS = 45;

export const testTokens = () => new SealedSelectTokens(new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 7) }]));

/** Wires numbering's use cases to a database, with fakes of the other contexts and injected crashes. */
export function wireNumbering<S extends NumberSupplier>(
  db: Database,
  { supplier, registersEndUsers, events, clock }: Outside<S>,
) {
  const stores = {
    tokens: testTokens(),
    numbers: new StoredPhoneNumbers(db),
    jobs: new StoredNumberJobs(db),
    orders: new StoredNumberOrders(db),
    history: new StoredNumberHistory(db),
    carts: new StoredCarts(db),
    checkouts: new StoredCheckouts(db),
    reservations: new StoredReservations(db),
    stock: new StoredStock(db),
    stockQueries: new StockReads(db),
    repricings: new StoredRepricings(db),
  };
  const { tokens, history, carts, checkouts, reservations, repricings } = stores;
  const funds = new FakeFunds(db);
  const targets = new FakeRouteTargets();
  const bundles = new FakeBundles();
  const accounts = new FakeAccountStates();
  const standings = new FakeAccountStandings();
  const numberUses = new FakeNumberUses();
  const faults = new CrashingFaultPoints();
  const registrar = new FakeRegistrar();
  const registrars = new Registrars(registersEndUsers ? [registrar] : []);
  const connector = new FakeConnector(registrar.name);
  const connectors = new CallConnectors([connector]);
  const connectionFaults = new StoredConnectionFaults(db);
  const registrations = new StoredRegistrations(db);
  const erasures = new StoredSupplierErasures(db);
  const approvedBundles = new FakeApprovedBundles();
  const mails = new FakeMails();
  const audited: { readonly action: string; readonly subject: string }[] = [];
  const audit = {
    record: (entry: { readonly action: string; readonly subject: string }) => Promise.resolve(void audited.push(entry)),
  };
  const carriers = new FakeInboundCarriers();

  const priceRules = new StoredPriceRules(db);
  const prices = new PriceLists(priceRules, clock);
  const suppliers = new Suppliers([supplier]);
  const coverage = new Coverage(clock);
  const references = new References(targets, bundles);
  const portOuts = new StoredPortOuts(db);
  const portOutPins = new FakePortOutPins();
  const coverages = new StoredPortCoverages(db);
  const portCarriers = new StoredPortCarriers(db);
  const ownStock = new StoredOwnStock(db, STOCK_AGEING_DAYS, clock);
  const settle = new SettleOrder(
    db,
    stores.orders,
    stores.numbers,
    history,
    references,
    funds,
    ownStock,
    events,
    clock,
  );
  const place = new PlaceOrder(suppliers, stores.orders, clock, faults);
  const endSubscription = new EndSubscription(
    stores.numbers,
    stores.orders,
    history,
    funds,
    numberUses,
    numberUses,
    new Departures(ownStock, portOuts, events, clock),
    events,
    clock,
  );
  const takeNumber = new TakeNumber(stores.numbers, stores.stock, reservations, endSubscription, clock);
  const cancelOrder = new CancelOrder(db, stores.orders, stores.numbers, checkouts, endSubscription, funds, clock);
  const quote = new QuoteCheckout(suppliers, bundles, prices);
  const transactions = new CheckoutTransactions(
    db,
    carts,
    checkouts,
    stores.orders,
    reservations,
    references,
    settle,
    funds,
    clock,
  );
  const reserve = new ReserveNumbers(reservations, standings, suppliers, clock);
  const findOffer = new FindOffer(suppliers, coverage, tokens, prices, clock);
  const activate = new ActivateNumber(stores.numbers, stores.orders, history, events, clock);
  const suspensions = new Suspensions(stores.numbers, history, events, clock);
  const acceptDocuments = new AcceptDocuments(registrars, registrations, activate, suspensions, clock);
  const webhooks = new FakeMessageWebhooks();
  const numbers = new Numbers(db, stores.numbers, history, references, acceptDocuments, webhooks, events, clock);
  const notices = new NumberNotices(new FakeContacts(), mails);
  const announceRejection = new AnnounceRejection(notices, events);
  const settleRegistration = new SettleRegistration(
    db,
    registrations,
    stores.numbers,
    bundles,
    acceptDocuments,
    announceRejection,
    clock,
  );
  const settleCheck = new SettleCheck(
    db,
    registrations,
    stores.numbers,
    bundles,
    acceptDocuments,
    announceRejection,
    suspensions,
    clock,
  );
  const porting = wirePorting(db, {
    ...stores,
    accounts,
    references,
    takeNumber,
    settle,
    funds,
    prices,
    carriers,
    mails,
    audit,
    events,
    clock,
    faults,
  });
  const charges = new MonthlyCharges(funds);
  const releaseNumber = new ReleaseNumber(db, stores.numbers, numbers, endSubscription);
  const hints = { add: () => Promise.resolve() };
  const numberJobs = new NumberJobs(db, stores.jobs, references, hints, clock);
  const changeNumber = new ChangeNumber(db, numbers, releaseNumber);
  const billDueMonths = new BillDueMonths(stores.numbers, charges, history, events, clock);
  return {
    db,
    stores,
    supplier,
    clock,
    funds,
    targets,
    bundles,
    accounts,
    standings,
    faults,
    settle,
    transactions,
    numbers,
    numberUses,
    cancelOrder,
    registrar,
    connector,
    connectionFaults,
    checkConnections: new CheckConnections(connectors, connectionFaults, clock),
    registrations,
    erasures,
    priceRules,
    repricings: new Repricings(db, repricings, priceRules, audit, clock),
    repriceNumbers: new RepriceNumbers(db, repricings, history, events, clock, faults),
    notices,
    numberPrices: new NumberPrices(db, priceRules, accounts, suppliers, coverage, audit, clock),
    approvedBundles,
    mails,
    checkRegistrations: new CheckRegistrations(registrations, registrars, settleCheck, clock, faults),
    retryRegistration: new RetryRegistration(db, registrations, audit, clock),
    registerNumbers: new RegisterNumbers(
      registrations,
      registrars,
      approvedBundles,
      settleRegistration,
      connectors,
      clock,
      faults,
    ),
    supplierErasures: new SupplierErasures(db, erasures, registrars, audit, clock),
    audited,
    portOuts,
    operateCoverage: new OperatePortCoverage(db, coverages, portCarriers, audit, clock),
    checkPorts: new CheckPorts(coverages, portCarriers, new StoredNumberHolders(db)),
    setPortOutPin: new SetPortOutPin(db, stores.numbers, portOutPins, history, clock),
    enterPortOuts: new PortOuts(db, stores.numbers, portOuts, portOutPins, history, events, audit, clock),
    carriers,
    porting,
    addStock: new AddStock(db, stores.stock, stores.numbers, carriers, audit, clock),
    changeStock: new ChangeStock(db, stores.stock, stores.stockQueries, carriers, audit, clock),
    freeStock: new FreeStock(db, stores.stock, clock),
    giveNumber: new GiveNumber(db, accounts, references, takeNumber, stores.orders, funds, settle, audit, clock),
    search: new SearchCatalog(suppliers, tokens, bundles, prices, clock),
    catalog: new Catalog(suppliers, coverage, prices, new FakeRegulatoryRequirements()),
    carts: new Carts(db, carts, tokens, reservations, reserve, bundles, prices, clock),
    checkOutCart: new CheckOutCart(db, checkouts, stores.orders, references, quote, transactions, place, clock, faults),
    orderNumber: new OrderNumber(db, stores.orders, findOffer, references, funds, place, settle, clock, faults),
    finishPendingOrders: new FinishPendingOrders(db, stores.orders, suppliers, place, settle, clock),
    cancelUndocumented: new CancelUndocumented(db, stores.numbers, bundles, registrations, endSubscription, clock),
    releaseNumber,
    numberJobs,
    importNumbers: new ImportNumbers(stores.jobs, targets, numberJobs),
    /** Each stands for the one of a process. */
    jobRunner: () => new RunNumberJob(db, stores.jobs, changeNumber, accounts, hints, clock),
    releaseAccountNumbers: new ReleaseAccountNumbers(
      db,
      stores.numbers,
      stores.orders,
      checkouts,
      cancelOrder,
      porting.close,
      endSubscription,
      numberJobs,
    ),
    syncAccountStatus: new SyncAccountStatus(db, stores.numbers, accounts, suspensions),
    syncBundleStatus: new SyncBundleStatus(db, stores.numbers, bundles, acceptDocuments, suspensions, clock),
    billNumbers: new BillNumbers(db, stores.numbers, billDueMonths, clock),
    reactivateNumber: new ReactivateNumber(db, stores.numbers, charges, history, events, clock),
    releaseDueNumbers: new ReleaseDueNumbers(db, stores.numbers, endSubscription, suppliers, clock, faults),
  };
}
