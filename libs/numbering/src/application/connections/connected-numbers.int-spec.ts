import { TestClock } from '@trunkline/kernel/testing';
import {
  ADA,
  atCost,
  FakeTelnyx,
  NO_FILTERS,
  numberingWorlds,
  type NumberingWorld,
  wireNumbering,
} from '../../testing';
import { fixedCredential } from '../../infrastructure/suppliers/http/credential';
import { TelnyxSupplier } from '../../infrastructure/suppliers/telnyx/telnyx-supplier';
import { DidwwWorld } from '../../testing/supply/didww-world';
import { VOICE_IN } from '../../testing/supply/fake-didww/fake-didww';
import { testRowReader } from '../../testing/supply/row-reader';
import type { NumberSupplier } from '../supply/supplier';
import type { FaultPoint } from '../ports';

const CONNECTION = 'conn-1';
const SHORT_MS = 700;

/** What a request to connect a number meets. */
type Fault = 'lost' | 'unanswered' | 'half' | 'fault' | 'silent';

/** A real adapter at a fake of its supplier. */
interface Seller {
  readonly supplier: NumberSupplier;
  /** The numbers whose calls arrive. */
  connected(): string[];
  /** The numbers that we have there. */
  owned(): string[];
  fail(...faults: Fault[]): void;
  /** Whether changes of the trunk or connection have no effect. */
  ignore(isIgnored: boolean): void;
  stop(): Promise<void>;
}

async function didww(): Promise<Seller> {
  const world = await DidwwWorld.start();
  const dids = () => world.dids().filter(({ attributes }) => attributes['terminated'] !== true);
  const e164Of = ({ attributes }: ReturnType<DidwwWorld['dids']>[number]) => `+${String(attributes['number'])}`;
  const isConnected = (did: ReturnType<DidwwWorld['dids']>[number]) =>
    JSON.stringify(did.relationships['voice_in_trunk'] ?? null).includes(VOICE_IN.voice_in_trunks);
  return {
    supplier: world.make({}, SHORT_MS),
    connected: () => dids().filter(isConnected).map(e164Of),
    owned: () => dids().map(e164Of),
    fail: (...faults) => world.fake.script('PATCH /dids', ...faults),
    ignore: (isIgnored) => {
      world.fake.state.ignoresTrunks = isIgnored;
    },
    stop: () => world.stop(),
  };
}

async function telnyx(): Promise<Seller> {
  const clock = new TestClock();
  const fake = await FakeTelnyx.start(() => clock.now().getTime());
  const { baseUrl, publicKey, authorization, state } = fake;
  const credential = fixedCredential('authorization', authorization);
  const options = { baseUrl, credential, publicKey, connectionId: CONNECTION, timeoutMs: SHORT_MS };
  state.losesConnections = true;
  const owned = () => state.owned.filter(({ status }) => status !== 'deleted');
  return {
    supplier: new TelnyxSupplier(options, clock, testRowReader('telnyx', clock)),
    connected: () => owned().flatMap(({ e164, connectionId }) => (connectionId === CONNECTION ? e164 : [])),
    owned: () => owned().map(({ e164 }) => e164),
    fail: (...faults) => {
      for (const fault of faults) {
        const answer = fault === 'fault' ? { status: 503, body: { errors: [] } } : fault;
        fake.faults.push({ on: 'PATCH /v2/phone_numbers/*', fault: answer });
      }
    },
    ignore: (isIgnored) => {
      state.ignoresConnections = isIgnored;
    },
    stop: () => fake.stop(),
  };
}

describe.each([
  ['DIDWW', didww],
  ['Telnyx', telnyx],
])('a number of %s', (_name, start) => {
  const createWorld = numberingWorlds();
  let base: NumberingWorld;
  let seller: Seller;
  let world: ReturnType<typeof wireNumbering>;

  const order = async (operationId = 'op_1') => {
    const filters = { ...NO_FILTERS, country: 'US', source: 'live', requiresActivation: false } as const;
    const search = { filters, sort: 'relevance', limit: 1, accountId: 'acc_1', after: null } as const;
    const offer = atCost((await seller.supplier.search(search)).items[0]!.offer);
    const expiresAt = new Date(base.clock.now().getTime() + 1_800_000);
    return world.orderNumber.order({
      accountId: 'acc_1',
      actor: ADA,
      operationId,
      selection: { selectToken: world.stores.tokens.seal('acc_1', { offer, searchId: 'srch_1', expiresAt }) },
      maxMonthlyPriceCents: null,
      route: { trunkId: null, routingProfileId: null },
      complianceBundleId: null,
      customerReference: null,
    });
  };
  const sweep = async (seconds = 61) => {
    base.clock.advance(seconds);
    await world.finishPendingOrders.finish();
    await assertConnected();
  };
  /** No number is active while its supplier sends its calls nowhere. */
  const assertConnected = async () => {
    const active = (await base.storedNumbers()).filter(({ status }) => status === 'active').map(({ e164 }) => e164);
    expect(active.filter((e164) => !seller.connected().includes(e164))).toEqual([]);
    return active;
  };

  beforeEach(async () => {
    seller = await start();
    base = await createWorld();
    world = wireNumbering(base.db, { supplier: seller.supplier, events: base.bus, clock: base.clock });
    world.funds.balances.set('acc_1', 1000);
  });
  afterEach(() => seller.stop());

  it('is connected when it becomes active', async () => {
    expect(await order()).toMatchObject({ status: 'provisioned' });
    expect(await assertConnected()).toEqual(seller.owned());
    expect(seller.owned()).toHaveLength(1);
  });

  it.each<Fault>(['lost', 'unanswered', 'half', 'fault', 'silent'])(
    'becomes active only once it is connected, when the request for that is %s',
    async (fault) => {
      seller.fail(fault);
      expect(await order()).toMatchObject({ status: 'pending' });
      expect([await base.storedNumbers(), base.published()]).toEqual([[], []]);
      expect(world.funds.heldCents('acc_1')).toBeGreaterThan(0);
      await sweep();
      expect(await assertConnected()).toEqual(seller.owned());
      expect(seller.owned()).toHaveLength(1);
      expect(world.funds.entries).toHaveLength(1);
      expect(base.published()).toEqual(['number.provisioned', 'order.completed']);
    },
  );

  it.each<FaultPoint>(['order.held', 'order.supplier_done', 'order.settled'])(
    'is connected after a crash at %s',
    async (point) => {
      seller.fail('unanswered');
      world.faults.dieAt = point;
      await expect(order()).rejects.toThrow(point);
      await assertConnected();
      world.faults.dieAt = null;
      await sweep();
      await sweep();
      expect(await assertConnected()).toEqual(seller.owned());
      expect(seller.owned()).toHaveLength(1);
      expect(world.funds.entries).toHaveLength(1);
    },
  );

  it('is returned with the money when it cannot be connected within 15 minutes', async () => {
    seller.ignore(true);
    expect(await order()).toMatchObject({ status: 'pending' });
    await sweep(14 * 60);
    expect(await base.storedOrders()).toMatchObject([{ status: 'pending', supplierNote: expect.any(String) }]);
    expect((await base.storedOrders())[0]!.supplierNote).toContain('does not send the calls of the number');
    await sweep(120);
    expect(await base.storedOrders()).toMatchObject([{ status: 'failed', errorCode: 'supplier_timeout' }]);
    expect(seller.owned()).toHaveLength(1);
    await sweep(601);
    expect([await base.storedNumbers(), seller.owned(), world.funds.heldCents('acc_1')]).toEqual([[], [], 0]);
    expect(base.published()).toEqual(['order.failed']);
  });

  it('is connected once by several processes', async () => {
    seller.fail('unanswered');
    await order();
    base.clock.advance(61);
    await Promise.all([1, 2, 3].map(() => world.finishPendingOrders.finish()));
    expect(await assertConnected()).toEqual(seller.owned());
    expect(world.funds.entries).toHaveLength(1);
  });
});
