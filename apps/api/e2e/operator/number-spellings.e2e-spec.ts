import { Database } from '@trunkline/platform';
import { startApi, type TestApi } from '../support';
import { codeOf, dataOf, fieldsOf, itemsOf } from '../support/numbering/shopping';

const PATH = '/operator/number-spellings';
const UNKNOWN = `${PATH}/nsp_0000000000000000000000000`;

describe('operators and number spellings', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
    await api.use(Database).query(
      `INSERT INTO platform.number_spellings (id, account_id, subject, field, value, canonical, found_at)
       SELECT 'nsp_' || n, CASE WHEN n > 1 THEN 'acc_' || n END, 'car_' || n, 'prefixes', '+490', '+49', to_timestamp(n)
       FROM generate_series(1, 3) n`,
    );
  });
  afterAll(() => api.stop());

  const idsOf = async (query: string) => itemsOf(await api.operator('GET', `${PATH}?${query}`)).map(({ id }) => id);

  it("returns 401 without an operator's token", async () => {
    for (const [method, path] of [
      ['GET', PATH],
      ['DELETE', UNKNOWN],
    ] as const)
      expect((await fetch(`${api.internalUrl}${path}`, { method })).status).toBe(401);
  });

  it('returns 200 with the entries, newest first, page by page and by account', async () => {
    expect(itemsOf(await api.operator('GET', `${PATH}?order=asc&limit=1`))).toEqual([
      {
        id: 'nsp_1',
        account_id: null,
        subject: 'car_1',
        field: 'prefixes',
        value: '+490',
        canonical: '+49',
        found_at: 1,
      },
    ]);
    const first = dataOf(await api.operator('GET', `${PATH}?limit=2`));
    expect(await idsOf(`limit=2&cursor=${String(first['next_cursor'])}`)).toEqual(['nsp_1']);
    expect(await idsOf('')).toEqual(['nsp_3', 'nsp_2', 'nsp_1']);
    expect(await idsOf('account_id=acc_2')).toEqual(['nsp_2']);
    expect(await idsOf('account_id=acc_9')).toEqual([]);
  });

  it.each([
    ['limit=101', 'limit'],
    ['sort=value', 'sort'],
    ['account_id=car_1', 'account_id'],
    ['cursor=abc', 'cursor'],
    ['colour=red', 'colour'],
  ])('returns 422 for %s', async (query, field) => {
    const answer = await api.operator('GET', `${PATH}?${query}`);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
  });

  it('returns 200 for the deletion of an entry, which is audited, and then 404', async () => {
    const answer = await api.operator('DELETE', `${PATH}/nsp_3`);
    expect([answer.status, answer.body.data]).toEqual([200, { id: 'nsp_3', deleted: true }]);
    expect(await idsOf('')).toEqual(['nsp_2', 'nsp_1']);
    expect(itemsOf(await api.operator('GET', '/operator/audit?action=number_spelling.delete'))).toMatchObject([
      { subject: 'car_3', account_id: 'acc_3', before: { field: 'prefixes', value: '+490' }, after: null },
    ]);
    for (const path of [`${PATH}/nsp_3`, UNKNOWN, `${PATH}/none`])
      expect(codeOf(await api.operator('DELETE', path))).toBe('not_found');
  });
});
