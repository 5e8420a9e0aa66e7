import { CheckOutCart, FinishPendingOrders } from '@trunkline/numbering';
import { Database } from '@trunkline/platform';
import { lockWaits } from '@trunkline/platform/testing';
import { codeOf, dataOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { type Customer, startApi, testEnvironment, type TestApi } from '../../support';
import { Turnstile } from '../../support/identity/turnstile';

const ROUNDS = 8;

/** A number is never routed to an archived trunk or profile, in whichever order the two happen. */
describe('routes archived during a purchase', () => {
  let api: TestApi;
  let turnstile: Turnstile;
  let customer: Customer;
  let shopping: Shopping;

  beforeAll(async () => {
    const environment = await testEnvironment();
    api = await startApi(environment);
    turnstile = await Turnstile.build(environment['DATABASE_URL'] ?? '', 'numbering.phone_numbers');
  });
  afterAll(async () => {
    await turnstile.close();
    await api.stop();
  });
  beforeEach(async () => {
    customer = await api.customers.make({ balanceCents: 100_000 });
    shopping = new Shopping(api, customer);
  });

  const historyOf = async (number: Row) =>
    itemsOf(await api.get(`/v1/numbers/${String(number['e164'])}/history`, customer));
  const numbers = async () => itemsOf(await api.get('/v1/numbers', customer));
  const archive = (path: string, id: string) => api.delete(`/v1/${path}/${id}?force=true`, customer);

  const targets: [string, string, () => Promise<string>][] = [
    ['trunk_id', 'sip-trunks', () => shopping.trunk()],
    ['routing_profile_id', 'routing-profiles', () => shopping.profile()],
  ];

  describe.each(targets)('%s', (field, path, make) => {
    it('leaves a number that is delivered later without a route', async () => {
      const id = await make();
      const token = await shopping.token('area_code=408&ends_with=9004');
      const placed = dataOf(await shopping.order({ select_token: token, [field]: id }));
      expect(placed['order']).toMatchObject({ status: 'pending' });
      expect((await api.delete(`/v1/${path}/${id}`, customer)).status).toBe(200);
      await api.operator('POST', '/operator/sandbox/clock', { advance_s: 60 });
      await api.use(FinishPendingOrders).finish();
      const [number] = await numbers();
      expect(number).toMatchObject({ status: 'active', trunk_id: null, routing_profile_id: null });
      expect(await historyOf(number ?? {})).toMatchObject([
        { action: 'routing_changed', actor_kind: 'system', from: { [field]: id }, to: { [field]: null } },
        { action: 'ordered' },
      ]);
    });

    it('leaves the numbers of a checkout without a route', async () => {
      const id = await make();
      await shopping.addToCart(await shopping.token('area_code=408&ends_with=9004'));
      await shopping.addToCart(await shopping.anyOf());
      expect((await shopping.checkOut({ [field]: id })).status).toBe(504);
      expect((await numbers()).map((number) => number[field])).toEqual([id]);
      const refused = await api.delete(`/v1/${path}/${id}`, customer);
      expect([refused.status, codeOf(refused)]).toEqual([409, 'resource_in_use']);
      expect((await archive(path, id)).status).toBe(200);
      await api.operator('POST', '/operator/sandbox/clock', { advance_s: 200 });
      await api.use(CheckOutCart).finishOpen();
      expect((await numbers()).map((number) => number[field])).toEqual([null, null]);
    });

    it('cannot be archived without force while a number is being routed to it', async () => {
      const id = await make();
      const open = await turnstile.shut();
      const bought = shopping.buy({ [field]: id });
      await turnstile.somebodyWaits();
      const archived = api.delete(`/v1/${path}/${id}`, customer);
      await lockWaits(api.use(Database), 2);
      await open();
      expect(await bought).toMatchObject({ [field]: id });
      expect(codeOf(await archived)).toBe('resource_in_use');
    });

    it('serializes archiving and routing', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const id = await make();
        await shopping.addToCart(await shopping.anyOf(), 3);
        const [checkout, archived] = await Promise.all([shopping.checkOut({ [field]: id }), archive(path, id)]);
        expect(archived.status).toBe(200);
        expect([200, 409]).toContain(checkout.status);
        await api.delete('/v1/cart', customer);
      }
      expect((await numbers()).filter((number) => number[field] !== null)).toEqual([]);
    });
  });

  it('counts a suspended number as a use of the profile', async () => {
    const id = await shopping.profile();
    const number = await shopping.buy({ routing_profile_id: id });
    const text = `UPDATE numbering.phone_numbers SET status = 'suspended', suspended_for = '{account}' WHERE id = $1`;
    await api.use(Database).query(text, [number['id']]);
    const refused = await api.delete(`/v1/routing-profiles/${id}`, customer);
    expect([refused.status, codeOf(refused), refused.body.error?.fields]).toEqual([
      409,
      'resource_in_use',
      { numbers: '1' },
    ]);
    expect((await archive('routing-profiles', id)).status).toBe(200);
    expect(await numbers()).toMatchObject([{ routing_profile_id: null, status: 'suspended' }]);
  });
});
