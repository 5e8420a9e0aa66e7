import { Database } from '@trunkline/platform';
import { type Answer, startApi, type TestApi } from '../support';
import { dataOf, type Row, Shopping } from '../support/numbering/shopping';

const KEY = { 'idempotency-key': 'the purchase' };
/** As if the process had been killed between its last commit and the response, and its claim of the key had expired. */
const LOSE_RESPONSES = `UPDATE platform.idempotency_keys SET status = NULL, body_sealed = NULL, locked_until = clock_timestamp()
  WHERE account_id = $1 AND status IS NOT NULL`;
const PAST_TOKENS_SECONDS = 2000;

describe('a purchase whose response was lost after its last commit', () => {
  let api: TestApi;
  let shopping: Shopping;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    shopping = new Shopping(api, await api.customers.make({ balanceCents: 1000 }));
  });

  const repeated = async (send: () => Promise<Answer>): Promise<void> => {
    const first = await send();
    expect(first.status).toBeLessThan(300);
    await api.use(Database).query(LOSE_RESPONSES, [shopping.customer.accountId]);
    await api.operator('POST', '/operator/sandbox/clock', { advance_s: PAST_TOKENS_SECONDS });
    const second = await send();
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([first.status, null]);
    expect(withoutReservations(dataOf(second))).toEqual(withoutReservations(dataOf(first)));
    expect((await send()).headers.get('idempotent-replayed')).toBe('true');
  };

  it('returns 201 and the cart to a repeated addition, though its token has expired', async () => {
    const token = await shopping.token();
    await repeated(() => api.post('/v1/cart/items', { select_token: token }, shopping.customer, KEY));
  });

  it('returns 201 and the number to a repeated order', async () => {
    const token = await shopping.token();
    await repeated(() => api.post('/v1/numbers', { select_token: token }, shopping.customer, KEY));
  });

  it('returns 200 and the outcome to a repeated checkout', async () => {
    for (let item = 0; item < 2; item++) await shopping.addToCart(await shopping.anyOf());
    await repeated(() => shopping.checkOut({}, KEY));
  });
});

/** Reservations expire sooner than tokens. */
function withoutReservations(data: Row): Row {
  const items = data['items'];
  return Array.isArray(items) ? { ...data, items: items.map((item: Row) => ({ ...item, reserved: false })) } : data;
}
