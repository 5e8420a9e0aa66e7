import { KeptPdus } from '@trunkline/messaging';
import { startApi, type TestApi } from '../../support';
import { codeOf, dataOf, fieldsOf, itemsOf } from '../../support/numbering/shopping';

const PATH = '/operator/unreadable-pdus';
const UNKNOWN = `${PATH}/pdu_0000000000000000000000000`;
const OCTETS = '00000010000000150000000000000001';

describe('operators and unreadable PDUs', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
    for (const carrierId of ['mcr_1', 'mcr_2', 'mcr_1'])
      await api.use(KeptPdus).keep(carrierId, Buffer.from(OCTETS, 'hex'), 'The data coding 4 is not supported.');
  });
  afterAll(() => api.stop());

  const list = async (query: string) => itemsOf(await api.operator('GET', `${PATH}?${query}`));

  it("returns 401 without an operator's token", async () => {
    for (const path of [PATH, UNKNOWN]) expect((await fetch(`${api.internalUrl}${path}`)).status).toBe(401);
  });

  it('returns 200 with what was received, newest first, by carrier and page by page', async () => {
    const all = await list('');
    expect(all.map(({ carrier_id: id }) => id)).toEqual(['mcr_1', 'mcr_2', 'mcr_1']);
    expect(all[0]).toEqual({
      id: expect.stringMatching(/^pdu_/),
      carrier_id: 'mcr_1',
      reason: 'The data coding 4 is not supported.',
      received_at: expect.any(Number),
    });
    expect(await list('carrier_id=mcr_1')).toEqual([all[0], all[2]]);
    expect(await list('order=asc')).toEqual([...all].reverse());
    const first = dataOf(await api.operator('GET', `${PATH}?limit=2`));
    expect(await list(`limit=2&cursor=${String(first['next_cursor'])}`)).toEqual([all[2]]);
  });

  it('returns 200 with the octets, and audits it', async () => {
    const [pdu] = await list('carrier_id=mcr_2');
    const id = String(pdu?.['id']);
    expect(dataOf(await api.operator('GET', `${PATH}/${id}`))).toEqual({ ...pdu, octets: OCTETS });
    const audited = itemsOf(await api.operator('GET', `/operator/audit?action=unreadable_pdu.read`));
    expect(audited).toEqual([expect.objectContaining({ subject: id, before: null, after: null })]);
  });

  it('returns 404 for an unknown PDU', async () => {
    const answer = await api.operator('GET', UNKNOWN);
    expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
  });

  it.each([
    ['limit=101', 'limit'],
    ['carrier_id=car_1', 'carrier_id'],
    ['cursor=abc', 'cursor'],
    ['colour=red', 'colour'],
  ])('returns 422 for %s', async (query, field) => {
    const answer = await api.operator('GET', `${PATH}?${query}`);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
  });
});
