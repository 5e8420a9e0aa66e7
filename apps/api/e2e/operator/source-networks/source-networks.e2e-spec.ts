import { codeOf, dataOf, itemsOf, type Row } from '../../support/numbering/shopping';
import { startApi, type TestApi } from '../../support';

describe('the source networks of trunks', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const PATH = '/operator/source-networks';
  /** Creates two accounts that claim one network, and returns the older claim first. */
  const contested = async (network: string) => {
    const trunks: string[] = [];
    for (const name of ['First', 'Second']) {
      const customer = await api.customers.make();
      trunks.push(String(dataOf(await api.post('/v1/sip-trunks', { name, inbound_cidrs: [network] }, customer))['id']));
    }
    const claims = await Promise.all(
      trunks.map(async (id) => itemsOf(await api.operator('GET', `${PATH}?trunk_id=${id}`))[0] as Row),
    );
    return { first: claims[0]!, second: claims[1]! };
  };
  const act = (claim: Row, verb: string, body?: Row) =>
    api.operator('POST', `${PATH}/${String(claim['id'])}/${verb}`, body);

  it('returns 200 with the claims of trunks, and whether another account contests them', async () => {
    const { first } = await contested('203.0.113.32/28');
    const claim = { network: '203.0.113.32/28', contested: true, confirmed_at: null, rejected_at: null };
    expect(first).toMatchObject(claim);
    const alone = dataOf(
      await api.post('/v1/sip-trunks', { name: 'Alone', inbound_cidrs: ['203.0.113.65'] }, await api.customers.make()),
    );
    const list = async (trunkId: unknown, isContested: boolean) =>
      itemsOf(await api.operator('GET', `${PATH}?trunk_id=${String(trunkId)}&contested=${isContested}`));
    expect(await list(first['trunk_id'], true)).toMatchObject([claim]);
    expect(await list(first['trunk_id'], false)).toEqual([]);
    expect(await list(alone['id'], false)).toMatchObject([{ network: '203.0.113.65/32', contested: false }]);
    expect(await list(alone['id'], true)).toEqual([]);
    expect((await api.operator('GET', `${PATH}?nope=1`)).status).toBe(422);
  });

  it('returns 200 for a confirmed and a rejected claim, and writes both to the audit trail', async () => {
    const { second } = await contested('203.0.113.96/28');
    expect(dataOf(await act(second, 'confirm'))).toMatchObject({ confirmed_at: expect.any(Number) as number });
    const reason = { reason: 'It belongs to another customer' };
    expect(dataOf(await act(second, 'reject', reason))).toMatchObject({
      confirmed_at: null,
      rejected_at: expect.any(Number) as number,
    });
    expect(dataOf(await act(second, 'confirm'))).toMatchObject({ rejected_at: null });
    const audit = itemsOf(await api.operator('GET', `/operator/audit?order=asc&subject=${String(second['id'])}`));
    expect(audit.map(({ action }) => action)).toEqual([
      'source_network.confirm',
      'source_network.reject',
      'source_network.confirm',
    ]);
  });

  it('returns 404 for an unknown claim and 422 for a rejection without a reason', async () => {
    const { first } = await contested('203.0.113.112/28');
    expect(codeOf(await act({ id: 'src_none' }, 'confirm'))).toBe('not_found');
    expect((await act(first, 'reject', {})).status).toBe(422);
  });
});
