import { newId, unixSeconds } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, itemsOf } from '../../support/numbering/shopping';
import { startApi, type TestApi } from '../../support';

const AT = new Date('2026-05-01T12:00:00Z');
const ADD = `INSERT INTO numbering.supplier_erasures (id, account_id, bundle_id, supplier, status, failed_attempts, last_error,
    check_at, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`;

describe('/operator/supplier-erasures', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const add = async (status: string, accountId: string, supplier = 'didww') => {
    const ids = { id: newId('era'), bundleId: newId('cb') };
    const attempts = status === 'failed' ? 25 : 0;
    const state = [status, attempts, attempts > 0 ? 'Error: status 409' : null, status === 'open' ? AT : null];
    await api.use(Database).query(ADD, [ids.id, accountId, ids.bundleId, supplier, ...state, AT]);
    return ids;
  };
  const list = (query = '') => api.operator('GET', `/operator/supplier-erasures${query}`);
  const retry = (id: string) => api.operator('POST', `/operator/supplier-erasures/${id}/retry`);
  const idsOf = (answer: Parameters<typeof itemsOf>[0]) => itemsOf(answer).map((item) => (item as { id: string }).id);

  it('returns 200 with the failed erasures of all accounts, page by page', async () => {
    const failed = [await add('failed', newId('acc')), await add('failed', newId('acc'), 'telnyx')];
    await add('open', newId('acc'));
    const first = dataOf(await list('?limit=1&order=asc'));
    expect(first['items']).toEqual([
      {
        id: failed[0]!.id,
        account_id: expect.stringMatching(/^acc_/),
        compliance_bundle_id: failed[0]!.bundleId,
        supplier: 'didww',
        status: 'failed',
        failed_attempts: 25,
        last_error: 'Error: status 409',
        next_attempt_at: null,
        created_at: unixSeconds(AT),
        updated_at: unixSeconds(AT),
      },
    ]);
    const second = await list(`?limit=1&order=asc&cursor=${encodeURIComponent(String(first['next_cursor']))}`);
    expect(idsOf(second)).toEqual([failed[1]!.id]);
  });

  it('returns 200 with the erasures that match the filters', async () => {
    const accountId = newId('acc');
    const [open, erased] = [await add('open', accountId), await add('erased', accountId, 'telnyx')];
    expect(idsOf(await list(`?status=all&order=asc&account_id=${accountId}`))).toEqual([open.id, erased.id]);
    expect(idsOf(await list(`?status=erased&supplier=telnyx&account_id=${accountId}`))).toEqual([erased.id]);
    expect(idsOf(await list(`?account_id=${accountId}`))).toEqual([]);
  });

  it('returns 200 with the opened erasure when a failed one is retried', async () => {
    const accountId = newId('acc');
    const { id } = await add('failed', accountId);
    expect(dataOf(await retry(id))).toMatchObject({ id, status: 'open', failed_attempts: 0 });
    const audit = itemsOf(await api.operator('GET', `/operator/audit?subject=${id}`));
    expect(audit).toMatchObject([
      { action: 'erasure.retry', account_id: accountId, before: { status: 'failed' }, after: { status: 'open' } },
    ]);
  });

  it('returns 409 invalid_state when the erasure has not failed', async () => {
    for (const status of ['open', 'erased']) {
      const answer = await retry((await add(status, newId('acc'))).id);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
    }
  });

  it('returns 404 not_found for an unknown erasure', async () => {
    expect((await retry(newId('era'))).status).toBe(404);
  });

  it('returns 422 for an unknown status and an unknown parameter', async () => {
    expect(fieldsOf(await list('?status=lost'))).toEqual(['status']);
    expect(fieldsOf(await list('?state=failed'))).toEqual(['state']);
  });

  it("returns 401 without an operator's token", async () => {
    const headers = { authorization: 'Bearer unknown' };
    expect((await api.operator('GET', '/operator/supplier-erasures', undefined, headers)).status).toBe(401);
  });
});
