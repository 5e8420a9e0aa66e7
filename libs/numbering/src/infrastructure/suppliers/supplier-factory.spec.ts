import { newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { loadSettings, Metrics } from '@trunkline/platform';
import { RecordingLog } from '@trunkline/platform/testing';
import type { NumberSupplier, OfferFilters } from '../../application/supply/supplier';
import { FakeDidww } from '../../testing/supply/fake-didww/fake-didww';
import { FakeReservationBudget } from '../../testing/supply/fake-reservation-budget';
import { FakeSupplier } from '../../testing/supply/fake-supplier';
import { FakeTelnyx } from '../../testing/supply/fake-telnyx/fake-telnyx';
import { SupplierFactory } from './supplier-factory';
import { NO_FILTERS } from '../../testing/samples';

const FAILURES_MAX = 5;
const SECRETS = {
  DATABASE_URL: 'postgres://nobody@localhost/nothing',
  SESSION_SECRETS: 's'.repeat(32),
  MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  OPERATOR_TOKENS: 'operator-token-for-tests',
  SWITCH_TOKENS: 'switch-token-for-tests',
};

const filters: OfferFilters = {
  ...NO_FILTERS,
  country: 'US',
  source: 'live',
};
const search = { filters, sort: 'relevance', limit: 1, accountId: 'acc_1', after: null } as const;

describe('the suppliers that the settings name', () => {
  let didww: FakeDidww;
  let telnyx: FakeTelnyx;
  let metrics: Metrics;
  let log: RecordingLog;

  beforeAll(async () => {
    didww = await FakeDidww.start();
    telnyx = await FakeTelnyx.start();
    didww.stock.addCountry('US', 'United States', '1');
    didww.stock.addGroup({ country: 'US', type: 'Local', prefix: '617', area: 'Boston', selects: true, stock: 3 });
    didww.stock.addGroup({ country: 'US', type: 'Shared Cost', prefix: '900', area: 'Shared', stock: 2 });
  });
  beforeEach(() => {
    metrics = new Metrics('api');
    log = new RecordingLog();
  });
  afterAll(() => Promise.all([didww.stop(), telnyx.stop()]));

  const choose = (names: string, change: Record<string, string> = {}) => {
    const settings = loadSettings({
      ...SECRETS,
      NUMBER_SUPPLIERS: names,
      ROOT_URL: 'https://numbers.example.com',
      DIDWW_API_KEY: didww.config.apiKey,
      DIDWW_CALLBACK_SECRETS: didww.config.callbackSecrets.join(),
      DIDWW_API_BASE: didww.config.apiBase.href,
      DIDWW_VOICE_IN_TRUNK_ID: didww.config.voiceIn.id,
      TELNYX_API_KEY: telnyx.authorization.replace('Bearer ', ''),
      TELNYX_PUBLIC_KEY: telnyx.publicKey,
      TELNYX_API_BASE: telnyx.baseUrl.href,
      TELNYX_CONNECTION_ID: '1293384261075731499',
      ...change,
    });
    const ours = { sandbox: () => new FakeSupplier([], 'sandbox'), stock: () => new FakeSupplier([], 'stock') };
    const budget = new FakeReservationBudget();
    return new SupplierFactory(settings, ours, budget, new TestClock(), metrics, log).create();
  };
  const buy = async (supplier: NumberSupplier | null) => {
    const [found] = (await supplier!.search(search)).items;
    const { e164: requestE164, supplierRef } = found!.offer;
    const orderId = newId('ord');
    const order = { orderId, accountId: 'acc_1', requestE164, supplierRef, documentsApproved: false };
    expect(await supplier!.order(order)).toMatchObject({ status: 'bought', purchase: { e164: requestE164 } });
    return orderId;
  };

  it.each([
    ['sandbox', ['sandbox']],
    ['telnyx,sandbox,didww', ['telnyx', 'sandbox', 'didww']],
    ['didww', ['didww']],
  ])('come in their order: %s', (names, wanted) => {
    expect(choose(names).all.map(({ name }) => name)).toEqual(wanted);
  });

  it('sell through DIDWW with a callback URL at the root URL', async () => {
    await buy(choose('didww').find('didww'));
    expect(didww.orderBodies).toContainEqual(
      expect.objectContaining({
        attributes: expect.objectContaining({
          callback_url: 'https://numbers.example.com/webhooks/suppliers/didww',
          callback_method: 'post',
        }),
      }),
    );
  });

  it('sell through Telnyx with the connection id', async () => {
    const orderId = await buy(choose('telnyx').find('telnyx'));
    const order = telnyx.state.orders.find(({ customerReference }) => customerReference === orderId);
    expect(order?.connectionId).toBe('1293384261075731499');
  });

  it('are not called after five consecutive failures, which the metrics show', async () => {
    const telnyxOnly = choose('sandbox,telnyx', { TELNYX_API_KEY: 'another-key' }).find('telnyx');
    for (let time = 0; time < FAILURES_MAX; time += 1) await expect(telnyxOnly!.search(search)).rejects.toThrow('401');
    expect(await metrics.text()).toContain('trunkline_supplier_rests{supplier="telnyx",service="api"} 1');
    const asked = telnyx.requests.length;
    await expect(telnyxOnly!.search(search)).rejects.toThrow('open');
    expect(telnyx.requests).toHaveLength(asked);
    expect(await metrics.text()).not.toContain('supplier="sandbox"');
  });

  it('count the DIDWW groups that are not sold here in the metrics', async () => {
    const suppliers = choose('didww');
    expect(await metrics.text()).toContain('trunkline_supplier_rests{supplier="didww",service="api"} 0');
    await suppliers.find('didww')!.search(search);
    expect(await metrics.text()).toContain('trunkline_didww_dropped_groups{type="Shared Cost",service="api"} 1');
  });

  it('show no key in an error', async () => {
    const key = 'a-key-that-is-not-taken';
    const suppliers = choose('didww,telnyx', { DIDWW_API_KEY: key, TELNYX_API_KEY: key });
    const said = await Promise.all(suppliers.all.map((supplier) => supplier.health()));
    expect(said.map(({ isUp }) => isUp)).toEqual([false, false]);
    expect(JSON.stringify([said, log.lines])).not.toContain(key);
  });
});
