import { newId, unixSeconds } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { fieldsOf, itemsOf } from '../../support/numbering/shopping';
import { startApi, type TestApi } from '../../support';

const AT = new Date('2026-05-01T12:00:00Z');
const ADD = `INSERT INTO numbering.connection_faults (number_id, account_id, supplier, e164, found_at, checked_at, reconnected_at,
    failed_attempts, last_error) VALUES ($1, $2, $3, '+12125550123', $4, $4, $5, $6, $7)`;

describe('/operator/number-connections', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const add = async (accountId: string, supplier: string, isReconnected: boolean) => {
    const id = newId('num');
    const state = isReconnected ? [AT, 0, null] : [null, 3, 'Error: status 422'];
    await api.use(Database).query(ADD, [id, accountId, supplier, AT, ...state]);
    return id;
  };
  const list = async (query = '') => itemsOf(await api.operator('GET', `/operator/number-connections${query}`));
  const idsOf = async (query: string) => (await list(query)).map((item) => item['number_id']);

  it("returns 401 without an operator's token", async () => {
    expect((await fetch(`${api.internalUrl}/operator/number-connections`)).status).toBe(401);
  });

  it('returns 200 with the numbers whose calls do not arrive, and by filter', async () => {
    const accountId = newId('acc');
    const open = await add(accountId, 'didww', false);
    const reconnected = await add(accountId, 'telnyx', true);
    const other = await add(newId('acc'), 'telnyx', false);
    expect(await list(`?account_id=${accountId}`)).toEqual([
      {
        number_id: open,
        e164: '+12125550123',
        account_id: accountId,
        supplier: 'didww',
        found_at: unixSeconds(AT),
        checked_at: unixSeconds(AT),
        reconnected_at: null,
        failed_attempts: 3,
        last_error: 'Error: status 422',
      },
    ]);
    expect(await idsOf('')).toEqual([other, open]);
    expect(await idsOf('?supplier=telnyx')).toEqual([other]);
    expect(await idsOf(`?status=reconnected&account_id=${accountId}`)).toEqual([reconnected]);
    expect(await idsOf('?status=all&order=asc')).toEqual([open, reconnected, other]);
  });

  it('returns 422 for an unknown status', async () => {
    expect(fieldsOf(await api.operator('GET', '/operator/number-connections?status=lost'))).toEqual(['status']);
  });
});
