import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { ExportCallbacks, PruneExports, RunExport } from '@trunkline/exports';
import { CsvReader, OAUTH_SCOPES } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { Receiver } from '@trunkline/webhooks/testing';
import { Webhook } from 'standardwebhooks';
import { TransactionDto } from '../../src/billing-ledger/journal/transactions.dto';
import { UsageRowDto } from '../../src/billing-ledger/usage/usage.dto';
import { CdrDto } from '../../src/cdr/reads/cdrs.dto';
import { type DtoClass } from '../../src/http';
import { fieldsOf as membersOf } from '../../src/http/openapi/schema';
import { SmsDto } from '../../src/messaging/messages.dto';
import { NumberDto } from '../../src/numbering/lifecycle/numbers.dto';
import { type Customer, startApi, type TestApi } from '../support';
import { accessToken } from '../support/identity/access-tokens';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row } from '../support/numbering/shopping';
import { anHourAgo, Telephony } from '../support/telephony';

const HOSTILE = ['=1+1', '+SUM(A1)', '-2+3', '@cmd', 'plain, "quoted"'];

describe('exports', () => {
  let api: TestApi;
  let telephony: Telephony;
  let customer: Customer;
  let start: number;

  beforeAll(async () => {
    api = await startApi({ ALLOW_PRIVATE_WEBHOOKS: 'true' });
    telephony = await Telephony.make(api);
    ({ customer } = telephony);
    start = anHourAgo();
    for (const [n, from] of ['+493012345', 'sip:bob@example.com', '+4312345678'].entries())
      await telephony.call({ startedAt: start + n * 100, seconds: n === 1 ? null : 60, from });
    for (const reference of HOSTILE) {
      const message = { from: telephony.number, to: '+12125550199', body: HOSTILE[0], customer_reference: reference };
      expect((await api.post('/v1/sms', message, customer)).status).toBe(201);
    }
  });
  afterAll(() => api.stop());

  const create = (body: Row, sender: object = customer, headers = {}) => api.post('/v1/exports', body, sender, headers);
  const read = async (id: unknown, sender: object = customer) =>
    dataOf(await api.get(`/v1/exports/${String(id)}`, sender));
  const download = (id: unknown, sender: object = customer) => api.get(`/v1/exports/${String(id)}/download`, sender);
  const bytesOf = async (id: unknown) => {
    const response = await fetch(`${api.url}/v1/exports/${String(id)}/download`, {
      headers: { authorization: `Bearer ${customer.key}` },
    });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const hideDigits = ({ accountId }: Customer, redaction: string) =>
    api
      .use(Database)
      .query(
        `UPDATE identity.accounts SET settings = jsonb_set(settings, '{cdrRedaction}', to_jsonb($2::text)) WHERE id = $1`,
        [accountId, redaction],
      );
  const run = (id: unknown, accountId = customer.accountId) => api.use(RunExport).run({ accountId, id: String(id) });

  /** Creates an export, writes its file, and returns both. */
  const exported = async (body: Row) => {
    const answer = await create(body);
    expect([answer.status, answer.text]).toEqual([202, expect.any(String)]);
    const { id } = dataOf(answer);
    await run(id);
    const { bytes } = await bytesOf(id);
    return { view: await read(id), bytes, text: gunzipSync(bytes).toString() };
  };
  const linesOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);

  describe('POST /v1/exports', () => {
    it('returns 202, and a worker writes the file that the digest describes', async () => {
      const answer = await create({ kind: 'cdrs', format: 'csv', timezone: 'Europe/Berlin' });
      expect(answer.status).toBe(202);
      const created = dataOf(answer);
      expect(created).toMatchObject({
        id: expect.stringMatching(/^exp_/),
        kind: 'cdrs',
        status: 'pending',
        filters: {},
        timezone: 'Europe/Berlin',
        row_count: null,
        download_url: null,
        expires_at: null,
        callback_secret: null,
      });
      expect([(await download(created['id'])).status, codeOf(await download(created['id']))]).toEqual([
        409,
        'invalid_state',
      ]);
      await run(created['id']);
      const { response, bytes } = await bytesOf(created['id']);
      expect({ ...(await read(created['id'])), callback_secret: null }).toEqual({
        ...created,
        status: 'completed',
        row_count: 3,
        size_bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        download_url: `http://api.test/v1/exports/${String(created['id'])}/download`,
        expires_at: expect.any(Number),
        completed_at: expect.any(Number),
      });
      expect(response.headers.get('content-disposition')).toContain(`cdrs-${String(created['id'])}.csv.gz`);
      const [header, first] = new CsvReader().read(gunzipSync(bytes).toString());
      expect(header?.cells).toEqual(created['fields']);
      const column = (name: string) => first?.cells?.[header?.cells?.indexOf(name) ?? -1];
      expect(column('caller')).toBe('+493012345');
      expect(column('answered_at')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0[12]:00$/);
      expect(column('customer_total_cents')).toBe('1');
      const events = itemsOf(await api.get(`/v1/events?related_id=${String(created['id'])}`, customer));
      expect(events).toEqual([]);
    });

    it.each<[string, DtoClass, readonly string[]]>([
      ['cdrs', CdrDto, ['created_at', 'sip_call_id', 'disconnected_by']],
      ['numbers', NumberDto, []],
      ['messages', SmsDto, []],
      ['transactions', TransactionDto, []],
      ['usage', UsageRowDto, []],
    ])('exports all members of the list of %s', async (kind, type, more) => {
      const { view } = await exported({ kind, format: 'ndjson' });
      const names = [...membersOf(type).values()].map(({ name }) => name);
      expect([...(view['fields'] as string[])].sort()).toEqual([...names, ...more].sort());
    });

    it.each([
      ['cdrs', '/v1/cdrs?'],
      ['numbers', '/v1/numbers?'],
      ['messages', '/v1/sms?'],
      ['transactions', '/v1/billing/transactions?'],
      ['usage', '/v1/billing/usage?'],
      ['events', '/v1/events?'],
    ])('exports as many %s as the list returns, with their values', async (kind, path) => {
      const { view, text } = await exported({ kind, format: 'ndjson' });
      const items = dataOf(await api.get(path, customer))['items'] as Row[];
      const lines = text === '' ? [] : linesOf(text);
      expect([view['row_count'], lines.length]).toEqual([items.length, items.length]);
      const key = kind === 'usage' ? 'key' : 'id';
      const byKey = new Map(lines.map((line) => [line[key], line]));
      for (const item of items)
        for (const [name, value] of Object.entries(item)) {
          const written = byKey.get(item[key])?.[name];
          const isTime = name.endsWith('_at') && typeof value === 'number';
          expect([name, isTime ? Math.floor(Date.parse(String(written)) / 1000) : written]).toEqual([name, value]);
        }
    });

    it('exports the lines of invoices, the draft included', async () => {
      const { text } = await exported({ kind: 'invoice_lines', format: 'ndjson', filters: { status: 'draft' } });
      const draft = dataOf(await api.get('/v1/invoices/inv_draft', customer));
      expect(linesOf(text)).toEqual(
        (draft['lines'] as Row[]).map((line) => expect.objectContaining({ invoice_id: 'inv_draft', ...line }) as Row),
      );
    });

    it('applies the filters of the list, as its parameters or as JSON, and the chosen fields in their order', async () => {
      const filters = { answered: true, country: ['DE', 'FR'], from: start, min_billable_s: '1' };
      const { view, text } = await exported({ kind: 'cdrs', format: 'csv', filters, fields: ['callee', 'caller'] });
      expect(view['filters']).toEqual(filters);
      expect(text).toBe(`callee,caller\r\n${telephony.number},+493012345\r\n`);
    });

    it('precedes texts that a spreadsheet would run with an apostrophe', async () => {
      const { text } = await exported({
        kind: 'messages',
        format: 'csv',
        fields: ['customer_reference', 'to', 'body'],
      });
      const rows = new CsvReader().read(text).slice(1);
      expect(rows.map(({ cells }) => cells)).toEqual(
        HOSTILE.map((reference) => [
          /^[=+@-]/.test(reference) ? `'${reference}` : reference,
          '+12125550199',
          `'${HOSTILE[0]}`,
        ]),
      );
    });

    it('does not export what was created after the request', async () => {
      const { id } = dataOf(await create({ kind: 'cdrs', format: 'ndjson' }));
      await telephony.call({ startedAt: start + 1_000 });
      await run(id);
      expect(await read(id)).toMatchObject({ status: 'completed', row_count: 3 });
    });

    it('exports a call that was answered late after the request, and none that was recorded after it', async () => {
      const other = await Telephony.make(api);
      const routed = await other.route();
      await other.backdate(routed, start);
      const [unanswered] = await other.report(other.rowOf(routed, { startedAt: start, seconds: null }));
      const filters = { created_from: start };
      const { id } = dataOf(await create({ kind: 'cdrs', format: 'ndjson', filters }, other.customer));
      const [corrected] = await other.report(other.rowOf(routed, { startedAt: start, seconds: 30 }));
      expect([corrected?.['outcome'], corrected?.['cdr_id']]).toEqual(['corrected', unanswered?.['cdr_id']]);
      await other.call({ startedAt: start + 100 });
      await run(id, other.customer.accountId);
      const response = await fetch(`${api.url}/v1/exports/${String(id)}/download`, {
        headers: { authorization: `Bearer ${other.customer.key}` },
      });
      const lines = linesOf(gunzipSync(Buffer.from(await response.arrayBuffer())).toString());
      expect(lines.map((line) => [line['id'], line['billable_duration_s']])).toEqual([[corrected?.['cdr_id'], 30]]);
    });

    it('hides what the redaction of the account hides', async () => {
      const other = await Telephony.make(api);
      await other.call({ startedAt: start, from: '+493012345' });
      await hideDigits(other.customer, 'partial');
      const { id } = dataOf(await create({ kind: 'cdrs', format: 'csv', fields: ['caller'] }, other.customer));
      await run(id, other.customer.accountId);
      const response = await fetch(`${api.url}/v1/exports/${String(id)}/download`, {
        headers: { authorization: `Bearer ${other.customer.key}` },
      });
      expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe("caller\r\n'+49301****\r\n");
    });

    it('returns the same export and secret when repeated, also after a crash', async () => {
      const key = { 'idempotency-key': 'export once' };
      const body = { kind: 'numbers', format: 'csv', callback_url: 'https://198.41.0.4/done' };
      const first = await create(body, customer, key);
      expect(dataOf(first)['callback_secret']).toMatch(/^whsec_/);
      expect(dataOf(await create(body, customer, key))).toEqual(dataOf(first));
      await api
        .use(Database)
        .query(
          `UPDATE platform.idempotency_keys SET status = NULL, body_sealed = NULL, locked_until = now() WHERE account_id = $1`,
          [customer.accountId],
        );
      expect(dataOf(await create(body, customer, key))).toEqual(dataOf(first));
      await run(dataOf(first)['id']);
    });

    it('returns 409 export_limit_reached for the sixth that is open, whatever its kind, also when requests race', async () => {
      const other = await api.customers.make();
      const kinds = ['cdrs', 'numbers', 'usage', 'events'];
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) => create({ kind: kinds[n % kinds.length], format: 'csv' }, other)),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array<number>(5).fill(202), ...Array<number>(7).fill(409)]);
      expect(answers.filter(({ status }) => status === 409).map(codeOf)).toEqual(Array(7).fill('export_limit_reached'));
      const { id } = dataOf(answers.find(({ status }) => status === 202)!);
      await run(id, other.accountId);
      expect((await create({ kind: 'cdrs', format: 'csv' }, other)).status).toBe(202);
    });

    it.each<[Row, string]>([
      [{ kind: 'cdrs' }, 'format'],
      [{ kind: 'calls', format: 'csv' }, 'kind'],
      [{ kind: 'cdrs', format: 'xlsx' }, 'format'],
      [{ kind: 'cdrs', format: 'csv', fields: [] }, 'fields'],
      [{ kind: 'cdrs', format: 'csv', fields: ['colour'] }, 'fields'],
      [{ kind: 'cdrs', format: 'csv', fields: ['id', 'id'] }, 'fields'],
      [{ kind: 'cdrs', format: 'csv', timezone: '+01:00' }, 'timezone'],
      [{ kind: 'cdrs', format: 'csv', filters: { colour: 'red' } }, 'filters.colour'],
      [{ kind: 'cdrs', format: 'csv', filters: { limit: 5 } }, 'filters.limit'],
      [{ kind: 'cdrs', format: 'csv', filters: { direction: 'up' } }, 'filters.direction'],
      [{ kind: 'cdrs', format: 'csv', filters: { from: null } }, 'filters.from'],
      [{ kind: 'cdrs', format: 'csv', filters: { country: [['DE']] } }, 'filters.country'],
      [{ kind: 'numbers', format: 'csv', filters: { hangup_cause: 'user_busy' } }, 'filters.hangup_cause'],
      [{ kind: 'cdrs', format: 'csv', filters: [] }, 'filters'],
    ])('returns 422 for %j', async (body, field) => {
      const answer = await create(body);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
    });

    it('returns 422 url_not_allowed for a callback that is no URL of a public host', async () => {
      const answer = await create({ kind: 'cdrs', format: 'csv', callback_url: 'ftp://example.com' });
      expect([answer.status, codeOf(answer), fieldsOf(answer)]).toEqual([422, 'url_not_allowed', ['callback_url']]);
    });

    it.each<[Row, string]>([
      [{ kind: 'usage', format: 'csv', filters: { from: 1 } }, 'filters.from'],
      [{ kind: 'usage', format: 'csv', filters: { from: 2, to: 1 } }, 'filters.to'],
    ])('returns 422 for a report that the API would not return: %j', async (body, field) => {
      const answer = await create(body);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
    });

    it('returns 422 that names filters of hidden digits, and fails if they are hidden before the file is written', async () => {
      const other = await Telephony.make(api);
      const body = { kind: 'cdrs', format: 'csv', filters: { callee: '+4930*', party: '+43*' } };
      const { id } = dataOf(await create(body, other.customer));
      await hideDigits(other.customer, 'full');
      const answer = await create(body, other.customer);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['filters.callee', 'filters.party']]);
      await run(id, other.customer.accountId);
      expect(await read(id, other.customer)).toMatchObject({ status: 'failed', error_code: 'filters_refused' });
    });
  });

  it('sends a signed callback, again until it is accepted', async () => {
    const receiver = await Receiver.start();
    const { answer } = receiver;
    receiver.answer = (_, response) => void response.writeHead(500).end();
    const callback = new URL('/exported', receiver.url).href;
    const created = dataOf(await create({ kind: 'numbers', format: 'csv', callback_url: callback }));
    await run(created['id']);
    const callbacks = api.use(ExportCallbacks);
    await callbacks.sendDue();
    receiver.answer = answer;
    const due = `UPDATE exports.exports SET callback_due_at = now() - interval '1 minute' WHERE id = $1 AND callback_due_at IS NOT NULL`;
    await api.use(Database).query(due, [created['id']]);
    await callbacks.sendDue();
    await callbacks.sendDue();
    await receiver.close();
    const sent = receiver.received.filter(({ path }) => path === '/exported');
    expect(sent.map(({ headers }) => headers['x-svc-delivery-attempt'])).toEqual(['1', '2']);
    const [{ body, headers }] = sent as [(typeof sent)[number]];
    const verified = new Webhook(String(created['callback_secret'])).verify(body, headers as Record<string, string>);
    const { sha256, row_count: rows } = await read(created['id']);
    expect(verified).toMatchObject({
      id: created['id'],
      type: 'export.completed',
      data: { export_id: created['id'], kind: 'numbers', format: 'csv', sha256, row_count: rows },
    });
  });

  describe('who may', () => {
    it('read and create exports of a kind needs the permission of the kind', async () => {
      const numbers = dataOf(await create({ kind: 'numbers', format: 'csv' }));
      await run(numbers['id']);
      const tokenOf = async (...scopes: string[]) => ({
        authorization: `Bearer ${await accessToken(api, customer, scopes)}`,
      });
      const byCdrs = await tokenOf('cdrs:read');
      const byNumbers = await tokenOf('numbers:read');
      const get = (path: string, headers: Record<string, string>) => api.get(`/v1/exports${path}`, {}, headers);
      const createBy = (kind: string, headers: Record<string, string>) => create({ kind, format: 'csv' }, {}, headers);
      expect((await createBy('numbers', byCdrs)).status).toBe(403);
      expect((await createBy('messages', byNumbers)).status).toBe(202);
      const path = `/${String(numbers['id'])}`;
      expect((await get(path, byCdrs)).status).toBe(404);
      expect((await get(`${path}/download`, byCdrs)).status).toBe(404);
      expect((await get(`${path}/download`, byNumbers)).status).toBe(200);
      const kinds = async (headers: Record<string, string>) =>
        new Set(itemsOf(await get('?limit=100', headers)).map(({ kind }) => kind));
      expect(await kinds(byCdrs)).toEqual(new Set(['cdrs']));
      expect([...(await kinds(byNumbers))].sort()).toEqual(['messages', 'numbers']);
      expect((await createBy('events', await tokenOf(...OAUTH_SCOPES))).status).toBe(403);
      expect((await createBy('usage', await tokenOf('billing:read'))).status).toBe(202);
    });

    it('returns 404 for an export of another account', async () => {
      const { view } = await exported({ kind: 'cdrs', format: 'csv' });
      const stranger = await api.customers.make();
      expect((await api.get(`/v1/exports/${String(view['id'])}`, stranger)).status).toBe(404);
      expect((await download(view['id'], stranger)).status).toBe(404);
      expect(itemsOf(await api.get('/v1/exports', stranger))).toEqual([]);
    });
  });

  describe('/v1/cdrs/exports', () => {
    it('creates, lists, reads and downloads exports of call records alone', async () => {
      const answer = await api.post('/v1/cdrs/exports', { format: 'ndjson' }, customer);
      expect([answer.status, dataOf(answer)['kind']]).toEqual([202, 'cdrs']);
      const id = String(dataOf(answer)['id']);
      await run(id);
      expect(dataOf(await api.get(`/v1/cdrs/exports/${id}`, customer))).toMatchObject({ status: 'completed' });
      expect((await api.get(`/v1/cdrs/exports/${id}/download`, customer)).status).toBe(200);
      const listed = itemsOf(await api.get('/v1/cdrs/exports', customer));
      expect([listed[0]?.['id'], new Set(listed.map(({ kind }) => kind))]).toEqual([id, new Set(['cdrs'])]);
      const { view } = await exported({ kind: 'numbers', format: 'csv' });
      expect((await api.get(`/v1/cdrs/exports/${String(view['id'])}`, customer)).status).toBe(404);
    });
  });

  it('returns 410 export_expired after the file was deleted', async () => {
    const { view } = await exported({ kind: 'cdrs', format: 'csv' });
    await api.use(Database).query(`UPDATE exports.exports SET expires_at = now() WHERE id = $1`, [view['id']]);
    expect(await read(view['id'])).toMatchObject({ status: 'expired', download_url: null });
    await api.use(PruneExports).prune();
    const answer = await download(view['id']);
    expect([answer.status, codeOf(answer)]).toEqual([410, 'export_expired']);
    expect(await read(view['id'])).toMatchObject({ status: 'expired', sha256: view['sha256'] });
  });

  it('stores no text of the file and no secret in plain', async () => {
    const { id } = dataOf(await create({ kind: 'cdrs', format: 'csv', callback_url: 'https://198.41.0.4/x' }));
    const [row] = await api
      .use(Database)
      .query<{ text: string }>(`SELECT e::text AS text FROM exports.exports e WHERE id = $1`, [id]);
    expect(row?.text).not.toContain('whsec_');
    await run(id);
  });
});
