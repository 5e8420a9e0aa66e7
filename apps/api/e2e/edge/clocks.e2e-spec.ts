import { Database } from '@trunkline/platform';
import { type Customer, startApi, type TestApi } from '../support';
import { dataOf } from '../support/numbering/shopping';
import { Telephony } from '../support/telephony';

const IN_2028 = Date.UTC(2028, 0, 1);
const SOON_SECONDS = 60;
/** The time of day. Timers run on. */
const realNow = Date.now;

describe('a process whose clock is wrong', () => {
  let api: TestApi;
  let telephony: Telephony;
  let customer: Customer;

  beforeAll(async () => {
    api = await startApi({ LOG_LEVEL: 'fatal' });
    telephony = await Telephony.make(api);
    ({ customer } = telephony);
  });
  afterAll(() => api.stop());
  afterEach(() => correctClock());

  const setClock = (ms: number) => {
    const aheadMs = ms - realNow();
    Date.now = () => realNow() + aheadMs;
  };
  const correctClock = () => {
    Date.now = realNow;
  };
  const createTrunk = async (name: string) => {
    const answer = await api.post('/v1/sip-trunks', { name }, customer);
    expect(answer.status).toBe(201);
    return dataOf(answer);
  };
  const newest = async (path: string): Promise<number> => {
    const { items } = dataOf(await api.get(path, customer)) as unknown as { items: { created_at: number }[] };
    return Math.max(...items.map(({ created_at }) => created_at));
  };

  it('dates neither movements, records nor ids of an account in the future, not even at its first wrong moment', async () => {
    const before = await createTrunk('before');
    const cdrs = [telephony.rowOf(await telephony.route()), telephony.rowOf(await telephony.route())];
    setClock(IN_2028);
    const during = await createTrunk('during');
    expect((await api.switch('/switch/cdrs', cdrs[0])).text).toContain('"recorded"');
    await telephony.route();
    correctClock();
    const after = await createTrunk('after');
    expect((await api.switch('/switch/cdrs', cdrs[1])).text).toContain('"recorded"');
    const latest = Date.now() / 1000 + SOON_SECONDS;
    expect(await newest('/v1/billing/transactions')).toBeLessThan(latest);
    const orders = `SELECT extract(epoch FROM greatest(
        (SELECT max(last_created_at) FROM cdr.account_marks), (SELECT max(updated_at) FROM billing.wallets)))::float8 AS at`;
    expect((await api.use(Database).find<{ at: number }>(orders))?.at).toBeLessThan(latest);
    expect([before, during, after].map((trunk) => Number(trunk['created_at']) < latest)).toEqual([true, true, true]);
    // The time of an id is its first nine digits.
    const timesOfIds = [before, during, after].map(({ id }) => parseInt(String(id).slice(4, 13), 36) / 1000 < latest);
    expect(timesOfIds).toEqual([true, true, true]);
  });

  it.each([
    [59, 200],
    [-59, 200],
    [61, 503],
    [-61, 503],
  ])('is ready if its clock is less than a minute ahead: %d s', async (aheadSeconds, status) => {
    setClock(Date.now() + aheadSeconds * 1000);
    expect((await api.get('/health/ready')).status).toBe(status);
    correctClock();
    expect((await api.get('/health/ready')).status).toBe(200);
  });
});
