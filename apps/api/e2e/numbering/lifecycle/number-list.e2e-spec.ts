import { addBundle } from '@trunkline/compliance/testing';
import { Database } from '@trunkline/platform';
import { dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { type Customer, startApi, type TestApi } from '../../support';

describe('GET /v1/numbers', () => {
  let api: TestApi;
  let customer: Customer;
  let shopping: Shopping;
  let number: Row;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    customer = await api.customers.make({ balanceCents: 100_000 });
    shopping = new Shopping(api, customer);
    number = await shopping.buy();
  });

  const list = async (query = '') => itemsOf(await api.get(`/v1/numbers?${query}`, customer));
  const setRow = (assignment: string) =>
    api.use(Database).query(`UPDATE numbering.phone_numbers SET ${assignment} WHERE id = $1`, [number['id']]);

  it('returns 200 with every filter', async () => {
    const trunk_id = await shopping.trunk();
    const routing_profile_id = await shopping.profile();
    const routed = await shopping.buy({ trunk_id });
    const profiled = await shopping.buy({ routing_profile_id });
    const waiting = await shopping.buyWaiting();
    await setRow(`failed_billing_attempts = 2, assigned_at = assigned_at - interval '1 hour'`);
    await api.post(`/v1/numbers/${String(routed['e164'])}/release`, {}, customer);
    const assignedAt = Number(number['assigned_at']);
    const only = async (query: string) => {
      const e164s = (await list(query)).map(({ e164 }) => e164);
      const counted = query.replace(/&?(?:sort|order)=\w+/g, '');
      expect(dataOf(await api.get(`/v1/numbers/count?${counted}`, customer))).toEqual({ count: e164s.length });
      return e164s;
    };
    expect(await only(`trunk_id=${trunk_id}`)).toEqual([routed['e164']]);
    expect(await only(`routing_profile_id=${routing_profile_id}`)).toEqual([profiled['e164']]);
    expect(await only('status=pending_documents')).toEqual([waiting['e164']]);
    expect(await only('country=GB')).toEqual([waiting['e164']]);
    expect(await only('country=GB,FR')).toEqual([waiting['e164']]);
    expect(await only('number_type=mobile,tollfree')).toEqual([waiting['e164']]);
    expect(await only(`id=${String(number['id'])},num_0000`)).toEqual([number['e164']]);
    expect(await only('unrouted=false')).toEqual([profiled['e164'], routed['e164']]);
    expect(await only('unrouted=true&country=US')).toEqual([number['e164']]);
    expect(await only(`q=${String(number['e164']).slice(-7)}`)).toEqual([number['e164']]);
    expect(await only('capabilities=fax,mms&unrouted=true')).toEqual([number['e164']]);
    expect(await only('past_due=true')).toEqual([number['e164']]);
    expect(await only('past_due=false')).toHaveLength(3);
    expect(await only('release_scheduled=true')).toEqual([routed['e164']]);
    expect(await only('release_scheduled=false')).toHaveLength(3);
    expect(await only(`assigned_to=${assignedAt}`)).toEqual([number['e164']]);
    expect(await only(`assigned_from=${assignedAt}`)).toHaveLength(3);
    expect(await only('compliance_bundle_id=cb_1')).toEqual([]);
    expect(await only('sort=e164&order=asc')).toEqual((await only('')).toSorted());
    const counted = dataOf(await api.get('/v1/numbers/count?states=true&country=GB', customer));
    expect(counted).toEqual({
      count: 1,
      states: {
        active: 3,
        pending_documents: 1,
        suspended: 0,
        released: 0,
        unrouted: 2,
        past_due: 1,
        release_scheduled: 1,
        price_changing: 0,
      },
    });
    const released = { when: 'immediate', confirm_e164: waiting['e164'] };
    await api.post(`/v1/numbers/${String(waiting['e164'])}/release`, released, customer);
    expect(await only('status=released')).toEqual([waiting['e164']]);
    expect(await only(`id=${String(waiting['id'])}`)).toEqual([]);
    expect(await only(`id=${String(waiting['id'])}&status=active,released`)).toEqual([waiting['e164']]);
  });

  it('returns 200 with the numbers that are described so', async () => {
    const other = await shopping.buy();
    const described = { label: 'Köln Support', tags: ['sales', 'VIP'], notes: 'Printed on the vans.\nAsk Ada.' };
    const path = `/v1/numbers/${String(number['e164'])}`;
    expect(dataOf(await api.patch(path, described, customer))).toMatchObject(described);
    await setRow(`city = 'Cologne', region = 'Nordrhein-Westfalen'`);
    await api.patch(`/v1/numbers/${String(other['e164'])}`, { tags: ['sales'] }, customer);
    const only = async (query: string) => (await list(query)).map(({ e164 }) => e164);
    for (const query of [
      'label=koln',
      'label=SUPP',
      'tag=sales,VIP',
      'tag=sales&tag=VIP',
      'q=koeln',
      'q=vip',
      'q=ask+ada',
      'city=K%C3%B6l',
      'city=colo&region=nordrhein+westf',
      'q=support&tag=sales&country=US&sort=e164',
    ])
      expect([query, await only(query)]).toEqual([query, [number['e164']]]);
    expect(await only('tag=sales')).toEqual([other['e164'], number['e164']]);
    for (const query of ['label=vip', 'label=%25', 'tag=vip', 'tag=sales,none', 'q=sales+vip', 'city=logne', 'q=...'])
      expect([query, await only(query)]).toEqual([query, []]);
  });

  it('returns 200 with all that match as CSV', async () => {
    await shopping.buy();
    const answer = await api.get('/v1/numbers?format=csv&limit=1&sort=e164', customer);
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="numbers.csv"',
    ]);
    const [header = '', ...lines] = answer.bytes.toString().trimEnd().split('\r\n');
    expect(header.split(',')).toEqual(Object.keys(number));
    const e164s = (await list('sort=e164')).map(({ e164 }) => String(e164));
    expect(lines.map((line) => line.split(',').find((cell) => cell.startsWith('+')))).toEqual(e164s);
  });

  it('returns 200 with several values of one filter, comma-separated or repeated', async () => {
    const [one, other] = [await shopping.trunk(), await shopping.trunk()];
    const profiles = [await shopping.profile(), await shopping.profile()];
    const bundle = (await addBundle(api.use(Database), customer.accountId, { country: 'GB' })).id;
    const first = await shopping.buy({ trunk_id: one });
    const second = await shopping.buy({ trunk_id: other });
    const profiled = await shopping.buy({ routing_profile_id: profiles[1] });
    const bundled = await shopping.buy({
      country: 'GB',
      type: 'mobile',
      area: undefined,
      compliance_bundle_id: bundle,
    });
    const only = async (query: string) => (await list(`order=asc&${query}`)).map(({ e164 }) => e164);
    expect(await only(`trunk_id=${one},${other}`)).toEqual([first['e164'], second['e164']]);
    expect(await only(`trunk_id=${one}&trunk_id=${other}`)).toEqual([first['e164'], second['e164']]);
    expect(await only(`trunk_id=${one},trk_0000`)).toEqual([first['e164']]);
    expect(await only(`routing_profile_id=${profiles.join()}`)).toEqual([profiled['e164']]);
    expect(await only(`compliance_bundle_id=cb_1,${bundle}`)).toEqual([bundled['e164']]);
    expect(await only('status=active,suspended,released&country=GB,US')).toHaveLength(5);
  });

  it('returns 200 at the limits of every filter', async () => {
    const digits = String(number['e164']).slice(1);
    const seconds = Number(number['assigned_at']);
    for (const query of [
      `q=${digits.slice(0, 3)}`,
      `q=%2B${digits}`,
      `q=+${digits}`,
      `assigned_from=${seconds}`,
      'limit=100',
    ]) {
      expect(await list(query)).toHaveLength(1);
    }
    expect(await list(`assigned_to=${seconds}`)).toEqual([]);
    expect(await list(`assigned_to=${seconds + 1}`)).toHaveLength(1);
    expect(await list('q=123456789012345')).toEqual([]);
    for (const query of [
      `q=${'x'.repeat(100)}`,
      `label=${'x'.repeat(64)}`,
      `tag=${'x'.repeat(32)}`,
      `city=${'x'.repeat(100)}`,
    ])
      expect(await list(query)).toEqual([]);
    const trunks = Array.from({ length: 100 }, (_, index) => `trk_${index}`);
    expect(await list(`trunk_id=${trunks.join()}`)).toEqual([]);
  });

  it('returns 200 page by page', async () => {
    for (let more = 0; more < 4; more++) await shopping.buy();
    for (const sort of ['assigned_at', 'e164', 'next_billing_at']) {
      const seen: unknown[] = [];
      let cursor = '';
      do {
        const data = dataOf(await api.get(`/v1/numbers?limit=2&sort=${sort}&order=asc${cursor}`, customer));
        seen.push(...(data['items'] as Row[]).map(({ id }) => id));
        const next = data['next_cursor'] as string | null;
        cursor = next ? `&cursor=${next}` : '';
      } while (cursor);
      expect(new Set(seen).size).toBe(5);
      expect(seen).toHaveLength(5);
    }
  });

  it('returns past due numbers', async () => {
    await setRow('failed_billing_attempts = 2');
    expect(await list('past_due=true')).toMatchObject([{ is_past_due: true, failed_billing_attempts: 2 }]);
  });

  it('returns 401 without a credential', async () => {
    expect((await api.get('/v1/numbers')).status).toBe(401);
  });

  it.each([
    ['status=lost', 'status'],
    ['country=usa', 'country'],
    ['number_type=satellite', 'number_type'],
    ['status=', 'status'],
    ['status=active,lost', 'status'],
    ['trunk_id=rp_1', 'trunk_id'],
    ['trunk_id=', 'trunk_id'],
    ['trunk_id=trk_1,rp_1', 'trunk_id'],
    [`trunk_id=${Array.from({ length: 101 }, () => 'trk_1').join()}`, 'trunk_id'],
    ['routing_profile_id=trk_1', 'routing_profile_id'],
    ['compliance_bundle_id=cb_1,', 'compliance_bundle_id'],
    ['q=12', 'q'],
    ['q=1234567890123456', 'q'],
    ['q=a4', 'q'],
    [`q=${'x'.repeat(101)}`, 'q'],
    ['label=', 'label'],
    [`label=${'x'.repeat(65)}`, 'label'],
    ['tag=', 'tag'],
    ['tag=a,,b', 'tag'],
    [`tag=${'x'.repeat(33)}`, 'tag'],
    ['city=', 'city'],
    [`region=${'x'.repeat(101)}`, 'region'],
    ['unrouted=maybe', 'unrouted'],
    ['capabilities=telepathy', 'capabilities'],
    ['assigned_from=yesterday', 'assigned_from'],
    ['sort=beauty', 'sort'],
    ['capabilities=voice,telepathy', 'capabilities'],
    ['release_scheduled=1', 'release_scheduled'],
    ['past_due=', 'past_due'],
    ['assigned_to=-1', 'assigned_to'],
    ['limit=101', 'limit'],
    ['limit=0', 'limit'],
    ['cursor=abc', 'cursor'],
    ['colour=red', 'colour'],
  ])('returns 422 for %s', async (query, field) => {
    const answer = await api.get(`/v1/numbers?${query}`, customer);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
  });
});
