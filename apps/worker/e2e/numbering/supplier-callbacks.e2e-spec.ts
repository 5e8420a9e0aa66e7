import { Journal, Ledger } from '@trunkline/billing-ledger';
import { newId } from '@trunkline/kernel';
import { type OfferFilters, OrderNumber, SupplierEvents, SearchCatalog } from '@trunkline/numbering';
import { NO_FILTERS, RealSuppliers } from '@trunkline/numbering/testing';
import { eventually } from '@trunkline/platform/testing';
import type { Use } from '../../src/use';
import { ProbeWorld } from '../support/probe-world';
import { openApplication } from '../support/staffed-world';
import { WorkerProcess } from '../support/worker-process';

/** Before the sweepers look: they begin with the minute, and 60 seconds after the order. */
const AT_ONCE = 15_000;

describe('supplier events in the worker', () => {
  let suppliers: RealSuppliers;
  let world: ProbeWorld;
  let use: Use;
  let close: () => Promise<void>;
  const workers: WorkerProcess[] = [];

  beforeAll(async () => {
    suppliers = await RealSuppliers.start();
    suppliers.didww.state.settlesAtOnce = false;
    world = await ProbeWorld.open({
      ...suppliers.env('telnyx,didww'),
      CARD_PROCESSOR: 'sandbox',
      ROOT_URL: 'http://api.test',
    });
    ({ use, close } = await openApplication(world.env));
    workers.push(WorkerProcess.spawn(world.env), WorkerProcess.spawn(world.env));
    await Promise.all(workers.map((worker) => worker.started()));
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await close();
    await world.close();
    await suppliers.stop();
  });

  const anAccount = async () => {
    const accountId = newId('acc');
    await use(Ledger).open({ accountId });
    const related = { relatedKind: 'test', relatedId: accountId, reference: 'test-balance' };
    await use(Ledger).refund({ accountId, amountCents: 1000, description: 'Test balance', ...related });
    return accountId;
  };
  const order = async (accountId: string, areaCode: string) => {
    const filters: OfferFilters = {
      ...NO_FILTERS,
      country: 'US',
      areaCode,
      source: 'live',
    };
    const search = { accountId, filters, sort: 'relevance', limit: 1, after: null } as const;
    const [row] = (await use(SearchCatalog).search(search)).items;
    const placed = await use(OrderNumber).order({
      accountId,
      actor: { kind: 'user', id: 'usr_ada' },
      operationId: newId('op'),
      selection: { selectToken: row!.selectToken },
      maxMonthlyPriceCents: null,
      complianceBundleId: null,
      customerReference: null,
      route: { trunkId: null, routingProfileId: null },
    });
    expect(placed.status).toBe('pending');
    return placed.id;
  };
  const expectOnce = (accountId: string, orderId: string, chargeCents: number) =>
    eventually(async () => {
      const orders = await world.db.query(`SELECT status FROM numbering.number_orders WHERE id = $1`, [orderId]);
      expect(orders).toEqual([{ status: 'provisioned' }]);
      const numbers = await world.db.query(`SELECT status FROM numbering.phone_numbers WHERE account_id = $1`, [
        accountId,
      ]);
      expect(numbers).toEqual([{ status: 'active' }]);
      const charges = await world.db.query(
        `SELECT amount_cents FROM billing.transactions WHERE account_id = $1 AND kind = 'charge'`,
        [accountId],
      );
      expect(charges).toEqual([{ amount_cents: -chargeCents }]);
      expect(await use(Journal).verify()).toEqual([]);
    }, AT_ONCE);

  it('provisions and charges a DIDWW order once for a repeated callback', async () => {
    const accountId = await anAccount();
    const orderId = await order(accountId, '646');
    suppliers.didww.settle('completed');
    const [callback] = suppliers.didww.callbacks();
    await use(SupplierEvents).receive({ supplier: 'didww', ...callback! });
    await use(SupplierEvents).receive({ supplier: 'didww', ...callback! });
    await expectOnce(accountId, orderId, 90);
  });

  it('provisions and charges a Telnyx order once for all its events', async () => {
    const accountId = await anAccount();
    suppliers.telnyx.faults.push({ on: 'POST /v2/number_orders', fault: 'unanswered' });
    const orderId = await order(accountId, '415');
    suppliers.telnyx.state.complete(orderId);
    const callbacks = suppliers.telnyx.callbacks(new Date());
    await Promise.all(
      [...callbacks, ...callbacks].map((callback) => use(SupplierEvents).receive({ supplier: 'telnyx', ...callback })),
    );
    await expectOnce(accountId, orderId, 101);
  });
});
