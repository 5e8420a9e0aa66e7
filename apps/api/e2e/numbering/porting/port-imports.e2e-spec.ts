import { type Customer, startApi, type TestApi } from '../../support';
import { dataOf, fieldsOf, itemsOf, type Row } from '../../support/numbering/shopping';

const PATH = '/v1/porting/requests/import';
const BYTES_MAX = 4_194_304;

describe(`POST ${PATH}`, () => {
  let api: TestApi;
  let customer: Customer;

  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make({ balanceCents: 10_000 });
  });
  afterAll(() => api.stop());

  const upload = async (text: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${api.url}${PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.key}`, 'content-type': 'text/csv', ...headers },
      body: text,
    });
    const body = (await answer.json()) as { data: Row; error?: { code: string; fields?: Row } };
    return { status: answer.status, ...body };
  };
  const stored = async (query = '') => itemsOf(await api.get(`/v1/porting/requests?${query}`, customer));

  it('returns 201 with a draft for each country, the carrier of the export, and faults by line', async () => {
    const { status, data } = await upload(
      [
        'Phone Number,Friendly Name,SID',
        '+493077110001,Berlin,PN1',
        '+12125550177,"New York, main",PN2',
        '+493077110002,Berlin 2,PN3',
        '+493077110001,again,PN4',
        '0301234,national,PN5',
        '+883510000000091,inum,PN6',
      ].join('\n'),
    );
    expect([status, data['carrier'], data['fault_count']]).toEqual([201, 'Twilio', 3]);
    expect(data['items']).toMatchObject([
      { status: 'draft', country: 'DE', losing_carrier: 'Twilio', numbers: [{ e164: '+493077110001' }, {}] },
      { country: 'US', numbers: [{ e164: '+12125550177', status: 'pending' }] },
    ]);
    expect((data['faults'] as Row[]).map(({ line, message }) => [line, message])).toEqual([
      [5, 'repeats line 2'],
      [6, '"0301234" is not a phone number in international form.'],
      [7, 'Numbers of this country and type cannot be ported to us.'],
    ]);
    expect(await stored(`e164=${encodeURIComponent('+12125550177')}`)).toHaveLength(1);
  });

  it('stores the PIN that all numbers of an export share, and never returns it', async () => {
    const { data } = await upload(
      'phone_number,external_pin,connection_id\n+493077120001,4711,1\n+493077120002,4711,1',
    );
    expect(data['items']).toMatchObject([{ losing_carrier: 'Telnyx', pin_set: true }]);
    expect(JSON.stringify(data)).not.toContain('4711"');
  });

  it('faults numbers of an open request instead of failing', async () => {
    await upload('e164\n+493077130001');
    const { status, data } = await upload('e164\n+493077130001\n+493077130002');
    expect([status, data['fault_count']]).toEqual([201, 1]);
    expect(data['items']).toMatchObject([{ losing_carrier: null, numbers: [{ e164: '+493077130002' }] }]);
  });

  it('creates nothing twice for the same Idempotency-Key and file', async () => {
    const key = { 'idempotency-key': 'import-1' };
    const [first, again] = [await upload('e164\n+493077140001', key), await upload('e164\n+493077140001', key)];
    expect(again.data).toEqual(first.data);
    expect(await stored(`e164=${encodeURIComponent('+493077140001')}`)).toHaveLength(1);
  });

  it('returns 201 without a draft for columns of no known export', async () => {
    const { status, data } = await upload('name,colour\na,b');
    expect([status, data['items'], data['fault_count']]).toEqual([201, [], 1]);
  });

  it('returns 422 without a file and for more than 10,000 lines, and 413 for more than 4 MiB', async () => {
    expect(fieldsOf(await api.post(PATH, {}, customer))).toEqual(['file']);
    const lines = (count: number) => ['e164', ...Array.from({ length: count }, (_, n) => `+12${n}`)].join('\n');
    const many = await upload(lines(10_001));
    expect([many.status, Object.keys(many.error?.fields ?? {})]).toEqual([422, ['file']]);
    const large = await upload(`e164\n${'x'.repeat(BYTES_MAX)}`);
    expect([large.status, large.error?.code]).toEqual([413, 'payload_too_large']);
  });

  it('returns 401 without a credential', async () => {
    expect((await upload('e164\n+493077150001', { authorization: '' })).status).toBe(401);
  });

  it('returns the drafts of 1,000 numbers each', async () => {
    const lines = Array.from({ length: 1_200 }, (_, n) => `+49308${1_000_000 + n}`);
    const { data } = await upload(['DID Number', ...lines].join('\n'));
    const items = data['items'] as { numbers: unknown[]; losing_carrier: string }[];
    expect(items.map(({ numbers, losing_carrier }) => [numbers.length, losing_carrier])).toEqual([
      [1000, 'DIDWW'],
      [200, 'DIDWW'],
    ]);
    expect(dataOf(await api.get(`/v1/porting/requests?limit=1`, customer))['items']).toHaveLength(1);
  });
});
