import { ApiKeys } from '@trunkline/identity';
import { RunNumberJob } from '@trunkline/numbering';
import { type Answer, type Customer, startApi, type TestApi } from '../../support';
import { dataOf, itemsOf, Shopping } from '../../support/numbering/shopping';

const PATH = '/v1/numbers/import';
const BYTES_MAX = 4_194_304;

describe(`POST ${PATH}`, () => {
  let api: TestApi;
  let customer: Customer;
  let shopping: Shopping;
  let e164: string;
  let other: string;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    customer = await api.customers.make({ balanceCents: 100_000 });
    shopping = new Shopping(api, customer);
    [e164, other] = [String((await shopping.buy())['e164']), String((await shopping.buy())['e164'])];
  });

  interface Reply {
    readonly status: number;
    readonly data: Record<string, unknown>;
    readonly error?: { readonly code: string; readonly fields?: Record<string, string> };
    readonly replayed: string | null;
  }
  const send = async (
    body: string | Uint8Array<ArrayBuffer> | FormData,
    query: string,
    headers: Record<string, string>,
  ): Promise<Reply> => {
    const response = await fetch(`${api.url}${PATH}${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.key}`, ...headers },
      body,
    });
    const json = (await response.json()) as Pick<Reply, 'data' | 'error'>;
    return { status: response.status, replayed: response.headers.get('idempotent-replayed'), ...json };
  };
  const upload = (text: string | Uint8Array<ArrayBuffer>, query = '', headers: Record<string, string> = {}) =>
    send(text, query, { 'content-type': 'text/csv', ...headers });
  const form = (text: string, fields: Record<string, string> = {}, query = '') => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set('file', new Blob([text], { type: 'text/csv' }), 'numbers.csv');
    return send(body, query, {});
  };
  const run = (id: unknown) =>
    api.use(RunNumberJob).run({ accountId: customer.accountId, id: String(id) }, (error) => {
      throw error;
    });
  const number = async (of = e164) => dataOf(await api.get(`/v1/numbers/${of}`, customer));
  const jobs = async () => itemsOf(await api.get('/v1/numbers/jobs', customer));
  const outcome = ({ status, error }: Reply) => [status, error?.code, Object.keys(error?.fields ?? {})];

  it('takes the file of the list of numbers, and changes what was edited in it', async () => {
    const trunk_id = await shopping.trunk();
    await api.send('PATCH', `/v1/numbers/${e164}`, {
      sender: customer,
      headers: {},
      body: { label: '=1+1', tags: ['a', 'b'] },
    });
    const list = await fetch(`${api.url}/v1/numbers?format=csv`, {
      headers: { authorization: `Bearer ${customer.key}` },
    });
    const file = await list.text();
    const dry = await upload(file, '?dry_run=true');
    expect([dry.status, dry.data]).toMatchObject([200, { rows: 2, changes: 0, fault_count: 0, faults: [] }]);
    expect(dry.data['ignored_columns']).toEqual(expect.arrayContaining(['id', 'status', 'monthly_price_cents']));
    expect(dry.data['ignored_columns']).not.toContain('trunk_id');
    const [header = '', ...rows] = file.trimEnd().split('\r\n');
    const at = header.split(',').indexOf('trunk_id');
    const edited = rows.map((row) => {
      const cells = row.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? [];
      return cells.map((cell, index) => (index === at ? `${trunk_id},` : cell)).join('');
    });
    expect((await upload([header, ...edited].join('\r\n'), '?dry_run=true')).data).toMatchObject({
      changes: 2,
      fault_count: 0,
    });
  });

  it('returns 200 for a dry run, and 202 with a job that sets what the file has', async () => {
    const [trunk_id, profile] = [await shopping.trunk(), await shopping.profile()];
    const { name } = dataOf(await api.get(`/v1/sip-trunks/${trunk_id}`, customer));
    const file = [
      '\uFEFFe164,label,tags,notes,trunk,routing_profile',
      `${e164},"Support, Berlin","sales,vip","Two\nlines",${String(name)},`,
      `${other},,,,,${profile}`,
    ].join('\r\n');
    const dry = await upload(file, '?dry_run=true');
    expect([dry.status, dry.data]).toEqual([
      200,
      { rows: 2, changes: 2, ignored_columns: [], fault_count: 0, faults: [] },
    ]);
    expect(await jobs()).toEqual([]);
    const { status, data } = await upload(file);
    expect([status, data]).toMatchObject([202, { status: 'pending', total: 2, done: 0, change: null }]);
    await run(data['id']);
    expect(await number()).toMatchObject({
      label: 'Support, Berlin',
      tags: ['sales', 'vip'],
      notes: 'Two\nlines',
      trunk_id,
      routing_profile_id: null,
    });
    expect(await number(other)).toMatchObject({ label: null, tags: [], trunk_id: null, routing_profile_id: profile });
    expect((await upload(file, '?dry_run=true')).data).toMatchObject({ changes: 0 });
  });

  it('returns the same for a form', async () => {
    const text = `e164,label\n${e164},x\n+12125559999,y`;
    const dry = await form(text, { dry_run: 'true' });
    expect([dry.status, dry.data]).toEqual([
      200,
      {
        rows: 2,
        changes: 1,
        ignored_columns: [],
        fault_count: 1,
        faults: [{ line: 3, column: 'e164', message: 'is not a number of this account' }],
      },
    ]);
    const { status, data } = await form(`e164,label\n${e164},x`, { dry_run: 'false' });
    expect([status, data]).toMatchObject([202, { total: 1 }]);
    expect(outcome(await form(text, { colour: 'red' }))).toEqual([422, 'invalid_input', ['colour']]);
    const both = await form(`e164,label\n${e164},x`, { dry_run: 'false' }, '?dry_run=true');
    expect(outcome(both)).toEqual([422, 'invalid_input', ['dry_run']]);
  });

  it('returns 422 by line and column for a file with faults, and changes nothing', async () => {
    const reply = await upload(`e164,label,trunk\n${e164},x,\n${other},,nowhere\n+12125559999,y,\nabc,z`);
    expect(outcome(reply)).toEqual([422, 'invalid_input', ['file.3.trunk', 'file.4.e164', 'file.5']]);
    expect(await jobs()).toEqual([]);
  });

  it.each([
    ['an empty file', '', ['file']],
    ['a byte order mark alone', '\xef\xbb\xbf', ['file']],
    ['line breaks alone', '\r\n\n', ['file']],
    ['a first line alone', 'e164,label', ['file']],
    ['an unknown column', 'e164,lable\n1,x', ['file.1.lable']],
    ['no column of numbers', 'label\nx', ['file.1.e164']],
    ['text that is not UTF-8', 'e164,label\n1,\xff', ['file']],
  ])('returns 422 for %s', async (_, text, fields) => {
    const reply = await upload(Buffer.from(text, 'latin1'));
    expect(outcome(reply)).toEqual([422, 'invalid_input', fields]);
    const dry = await upload(Buffer.from(text, 'latin1'), '?dry_run=true');
    if (fields[0] === 'file') expect(dry).toEqual(reply);
    else expect(dry.data['fault_count']).toBe(1);
  });

  it('returns 422 for an invalid or unknown parameter', async () => {
    expect(outcome(await upload(`e164,label\n${e164},x`, '?dry_run=maybe'))).toEqual([
      422,
      'invalid_input',
      ['dry_run'],
    ]);
    expect(outcome(await upload(`e164,label\n${e164},x`, '?dry=true'))).toEqual([422, 'invalid_input', ['dry']]);
  });

  it('returns 200 at the limit of 10,000 numbers, and 422 one past it', async () => {
    const lines = Array.from({ length: 10_000 }, (_, n) => `+1212${5_550_000 + n},x`);
    const file = ['e164,label', ...lines].join('\n');
    const { status, data } = await upload(file, '?dry_run=true');
    expect([status, data['rows'], (data['faults'] as unknown[]).length]).toEqual([200, 10_000, 1000]);
    expect(outcome(await upload(`${file}\n${e164},x`, '?dry_run=true'))).toEqual([422, 'invalid_input', ['file']]);
  });

  it('returns 200 at the limit of 4 MiB, and 413 one byte past it', async () => {
    const head = `e164,label\n${e164},x`;
    const padded = (bytes: number) => head + '\n'.repeat(bytes - head.length);
    expect((await upload(padded(BYTES_MAX), '?dry_run=true')).data).toMatchObject({ rows: 1, changes: 1 });
    expect(outcome(await upload(padded(BYTES_MAX + 1), '?dry_run=true')).slice(0, 2)).toEqual([
      413,
      'payload_too_large',
    ]);
    expect((await form(padded(BYTES_MAX), { dry_run: 'true' })).status).toBe(200);
    expect((await form(padded(BYTES_MAX + 1), { dry_run: 'true' })).status).toBe(413);
  });

  it('stores what a spreadsheet would run as text, and exports it so that none runs it', async () => {
    const formula = `=HYPERLINK("https://example.com")`;
    const { data } = await upload(`e164,label,notes\n${e164},"${formula.replaceAll('"', '""')}",'@sum`);
    await run(data['id']);
    expect(await number()).toMatchObject({ label: formula, notes: '@sum' });
    const response = await fetch(`${api.url}/v1/numbers?format=csv`, {
      headers: { authorization: `Bearer ${customer.key}` },
    });
    const text = await response.text();
    expect(text).toContain(`"'${formula.replaceAll('"', '""')}"`);
    expect(text).toContain(`'@sum`);
  });

  it('creates one job for the same Idempotency-Key and file, and returns 422 for another file', async () => {
    const key = { 'idempotency-key': 'import-1' };
    const file = `e164,label\n${e164},x`;
    const [first, again] = [await upload(file, '', key), await upload(file, '', key)];
    expect([first.status, again.status, again.replayed]).toEqual([202, 202, 'true']);
    expect(again.data).toEqual(first.data);
    expect(await jobs()).toHaveLength(1);
    const reused = await upload(`e164,label\n${e164},y`, '', key);
    expect([reused.status, reused.error?.code]).toEqual([422, 'idempotency_key_reused']);
    const dry = { 'idempotency-key': 'import-2' };
    const checks = [await upload(file, '?dry_run=true', dry), await upload(file, '?dry_run=true', dry)];
    expect(checks.map(({ status, replayed }) => [status, replayed])).toEqual([
      [200, null],
      [200, 'true'],
    ]);
  });

  it('returns 409 job_limit_reached for a third open job, and 200 for a dry run', async () => {
    const file = `e164,label\n${e164},x`;
    expect([(await upload(file)).status, (await upload(file)).status]).toEqual([202, 202]);
    const third = await upload(file);
    expect([third.status, third.error?.code]).toEqual([409, 'job_limit_reached']);
    expect((await upload(file, '?dry_run=true')).status).toBe(200);
  });

  it('returns 415 for JSON, and for a charset that is not UTF-8', async () => {
    const json: Answer = await api.post(PATH, {}, customer);
    expect(json.status).toBe(415);
    expect((await upload('e164', '', { 'content-type': 'text/csv; charset=utf-16' })).status).toBe(415);
  });

  it('returns 401 without a credential, and 403 without numbers:write', async () => {
    const file = `e164,label\n${e164},x`;
    expect((await upload(file, '', { authorization: '' })).status).toBe(401);
    const { accountId, userId } = customer;
    const rights = { role: 'owner', scopes: ['*'], tier: 'self_serve', accountStatus: 'active' } as const;
    const owner = {
      credential: 'session',
      credentialId: 'ses_1',
      accountId,
      userId,
      ...rights,
      isPartial: false,
      signedInAt: new Date(),
    } as const;
    const request = { name: 'reader', scopes: ['numbers:read'], allowedCidrs: [], expiresAt: null };
    const { key } = await api.use(ApiKeys).create(owner, request);
    const reply = await upload(file, '?dry_run=true', { authorization: `Bearer ${key}` });
    expect([reply.status, reply.error?.code]).toEqual([403, 'forbidden']);
  });
});
