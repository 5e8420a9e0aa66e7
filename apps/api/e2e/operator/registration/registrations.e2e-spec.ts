import { newId, unixSeconds } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, itemsOf } from '../../support/numbering/shopping';
import { startApi, type TestApi } from '../../support';

const AT = new Date('2026-05-01T12:00:00Z');
const ADD = `INSERT INTO numbering.registrations (id, account_id, number_id, bundle_id, supplier, status, rejection_codes,
    failed_attempts, last_error, check_at, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`;

describe('/operator/registrations', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const add = async (status: string, accountId: string, supplier = 'didww') => {
    const ids = { id: newId('reg'), numberId: newId('num'), bundleId: newId('cb') };
    const [codes, attempts] = [status === 'rejected' ? ['doc_expired'] : [], status === 'failed' ? 21 : 0];
    const state = [status, codes, attempts, attempts > 0 ? 'Error: status 500' : null, status === 'open' ? AT : null];
    await api.use(Database).query(ADD, [ids.id, accountId, ids.numberId, ids.bundleId, supplier, ...state, AT]);
    return ids;
  };
  const list = (query = '') => api.operator('GET', `/operator/registrations${query}`);
  const retry = (id: string) => api.operator('POST', `/operator/registrations/${id}/retry`);
  const idsOf = (answer: Parameters<typeof itemsOf>[0]) => itemsOf(answer).map((item) => (item as { id: string }).id);

  it('returns 200 with the failed registrations of all accounts, page by page', async () => {
    const failed = [await add('failed', newId('acc')), await add('failed', newId('acc'), 'telnyx')];
    await add('open', newId('acc'));
    const first = dataOf(await list('?limit=1&order=asc'));
    expect(first['items']).toEqual([
      {
        id: failed[0]!.id,
        account_id: expect.stringMatching(/^acc_/),
        number_id: failed[0]!.numberId,
        compliance_bundle_id: failed[0]!.bundleId,
        supplier: 'didww',
        status: 'failed',
        rejection_codes: [],
        failed_attempts: 21,
        last_error: 'Error: status 500',
        next_attempt_at: null,
        created_at: unixSeconds(AT),
        updated_at: unixSeconds(AT),
      },
    ]);
    const second = await list(`?limit=1&order=asc&cursor=${encodeURIComponent(String(first['next_cursor']))}`);
    expect(idsOf(second)).toEqual([failed[1]!.id]);
  });

  it('returns 200 with the registrations that match the filters', async () => {
    const accountId = newId('acc');
    const [open, rejected] = [await add('open', accountId), await add('rejected', accountId, 'telnyx')];
    expect(idsOf(await list(`?status=all&order=asc&account_id=${accountId}`))).toEqual([open.id, rejected.id]);
    expect(idsOf(await list(`?status=rejected&supplier=telnyx&account_id=${accountId}`))).toEqual([rejected.id]);
    expect(itemsOf(await list(`?status=all&account_id=${accountId}`))).toMatchObject([
      { rejection_codes: ['doc_expired'] },
      { next_attempt_at: unixSeconds(AT) },
    ]);
    expect(idsOf(await list(`?account_id=${accountId}`))).toEqual([]);
  });

  it.each(['failed', 'rejected', 'revoked'])(
    'returns 200 with the opened registration when a %s one is retried',
    async (status) => {
      const accountId = newId('acc');
      const { id } = await add(status, accountId);
      expect(dataOf(await retry(id))).toMatchObject({ id, status: 'open', rejection_codes: [], failed_attempts: 0 });
      const audit = itemsOf(await api.operator('GET', `/operator/audit?subject=${id}`));
      expect(audit).toMatchObject([
        { action: 'registration.retry', account_id: accountId, before: { status }, after: { status: 'open' } },
      ]);
      expect(codeOf(await retry(id))).toBe('invalid_state');
    },
  );

  it('returns 409 invalid_state when the registration has not ended without success', async () => {
    for (const status of ['open', 'registered', 'withdrawn']) {
      const { id } = await add(status, newId('acc'));
      const answer = await retry(id);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
    }
  });

  it('returns 404 not_found for an unknown registration', async () => {
    expect((await retry(newId('reg'))).status).toBe(404);
  });

  it('returns 422 for an invalid cursor, an unknown status and an unknown parameter', async () => {
    expect(fieldsOf(await list('?cursor=abc'))).toEqual(['cursor']);
    expect(fieldsOf(await list('?status=lost'))).toEqual(['status']);
    expect(fieldsOf(await list('?state=failed'))).toEqual(['state']);
  });

  it("returns 401 without an operator's token", async () => {
    const answer = await api.operator('GET', '/operator/registrations', undefined, { authorization: 'Bearer unknown' });
    expect(answer.status).toBe(401);
  });
});
