import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { RunExport } from '@trunkline/exports';
import { type EventPayloads, newId } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { RecordEvent } from '@trunkline/webhooks';
import { startApi, type TestApi } from '../support';
import { dataOf, itemsOf, type Row } from '../support/numbering/shopping';
import { anHourAgo, Telephony } from '../support/telephony';

/** Members of lists that select no records. */
const NOT_FILTERS = ['limit', 'cursor', 'sort', 'order', 'format'];
const FUTURE = '4102444800';

interface Parameter {
  readonly name?: string;
  readonly in?: string;
}

type Values = (first: Row) => Readonly<Record<string, readonly [some: unknown, others: unknown]>>;

/** The period of a record: from its second, and until its second. */
const around = (at: unknown): [unknown, unknown] => [at, FUTURE];

interface Kind {
  readonly path: string;
  /** What identifies a record, in the list and in the file. */
  readonly keys: (items: readonly Row[]) => unknown[];
  readonly fileKey: string;
  /** Of each filter two values, of which one at least leaves records out. */
  readonly values: Values;
}

const idsOf = (items: readonly Row[]) => items.map(({ id }) => id);

const KINDS: Readonly<Record<string, Kind>> = {
  cdrs: {
    path: '/v1/cdrs',
    keys: idsOf,
    fileKey: 'id',
    values: (cdr) => ({
      from: around(cdr['started_at']),
      to: [cdr['started_at'], FUTURE],
      created_from: around(cdr['started_at']),
      created_to: [1, FUTURE],
      direction: ['inbound', 'outbound'],
      e164: [cdr['e164'], '+12125550100'],
      number_id: [cdr['number_id'], 'num_0mh2k3l4p9f1c2d3e4b5a6978'],
      routing_profile_id: ['rp_0mh2k3l4p9f1c2d3e4b5a6978', 'rp_1mh2k3l4p9f1c2d3e4b5a6978'],
      sip_trunk_id: [cdr['sip_trunk_id'], 'trk_0mh2k3l4p9f1c2d3e4b5a6978'],
      customer_reference: ['none', 'other'],
      caller: [cdr['caller'], '+43*'],
      callee: [cdr['callee'], '+43*'],
      party: ['+4930*', '+43*'],
      q: ['4930', '43'],
      country: [['DE'], ['AT', 'FR']],
      hangup_cause: [['normal_clearing'], ['user_busy', 'no_answer']],
      sip_response_code: [[200], [486, 603]],
      answered: [true, false],
      min_billable_s: [1, 61],
      max_billable_s: [0, 60],
      min_cost_cents: [1, 1_000],
    }),
  },
  numbers: {
    path: '/v1/numbers',
    keys: idsOf,
    fileKey: 'id',
    values: (number) => ({
      id: [[number['id']], ['num_0mh2k3l4p9f1c2d3e4b5a6978']],
      status: [['active'], ['released']],
      country: [[number['country']], ['IS']],
      number_type: [[number['number_type']], ['inum']],
      trunk_id: [[number['trunk_id']], ['trk_0mh2k3l4p9f1c2d3e4b5a6978']],
      routing_profile_id: [['rp_0mh2k3l4p9f1c2d3e4b5a6978'], ['rp_1mh2k3l4p9f1c2d3e4b5a6978']],
      compliance_bundle_id: [['cb_0mh2k3l4p9f1c2d3e4b5a6978'], ['cb_1mh2k3l4p9f1c2d3e4b5a6978']],
      unrouted: [true, false],
      past_due: [true, false],
      release_scheduled: [true, false],
      price_changing: [true, false],
      q: [String(number['e164']).slice(1, 6), '99999999'],
      capabilities: [['voice'], ['fax', 't38']],
      assigned_from: around(number['assigned_at']),
      assigned_to: [1, FUTURE],
      tag: [['office'], ['none']],
      label: ['office', 'none'],
      region: ['Berlin', 'None'],
      city: ['Berlin', 'None'],
    }),
  },
  messages: {
    path: '/v1/sms',
    keys: idsOf,
    fileKey: 'id',
    values: (message) => ({
      direction: ['outbound', 'inbound'],
      from_number: [message['from'], '+12125550100'],
      to_number: [message['to'], '+12125550100'],
      status: [['queued'], ['delivered', 'failed']],
      from: around(message['created_at']),
      to: [1, FUTURE],
    }),
  },
  transactions: {
    path: '/v1/billing/transactions',
    keys: idsOf,
    fileKey: 'id',
    values: (transaction) => ({
      kind: [['charge'], ['refund', 'adjustment']],
      from: around(transaction['created_at']),
      to: [1, FUTURE],
      related_kind: ['cdr', 'number'],
      related_id: [transaction['related_id'] ?? 'none', 'cdr_0mh2k3l4p9f1c2d3e4b5a6978'],
      min_amount_cents: [0, -1],
      max_amount_cents: [0, -1],
    }),
  },
  usage: {
    path: '/v1/billing/usage',
    keys: (items) => items.map(({ key }) => key),
    fileKey: 'key',
    values: () => ({
      from: [anHourAgo() - 86_400, Math.floor(Date.now() / 1000) - 1],
      to: [Math.floor(Date.now() / 1000), Math.floor(Date.now() / 1000) + 60],
      group_by: ['number', 'kind'],
    }),
  },
  invoice_lines: {
    path: '/v1/invoices',
    keys: (items) => items.flatMap(({ id, lines }) => (lines as Row[]).map(() => id)),
    fileKey: 'invoice_id',
    values: () => ({
      status: [['draft'], ['paid', 'void']],
      from: [1, FUTURE],
      to: [1, FUTURE],
    }),
  },
  events: {
    path: '/v1/events',
    keys: idsOf,
    fileKey: 'id',
    values: (event) => ({
      type: [['call.completed'], ['number.released', 'call.started']],
      from: around(event['created_at']),
      to: [1, FUTURE],
      related_id: [Object.values(event['data'] as Row)[0], 'cdr_0mh2k3l4p9f1c2d3e4b5a6978'],
    }),
  },
};

const CASES = Object.entries(KINDS);

describe('the filters of exports', () => {
  let api: TestApi;
  let telephony: Telephony;

  beforeAll(async () => {
    api = await startApi();
    telephony = await Telephony.make(api);
    const start = anHourAgo();
    for (const [n, from] of ['+493012345', '+493012345', '+4312345678'].entries())
      await telephony.call({ startedAt: start + n * 100, seconds: n === 1 ? null : 30 + n * 60, from });
    for (const to of ['+12125550199', '+12125550198'])
      expect(
        (await api.post('/v1/sms', { from: telephony.number, to, body: 'Hello' }, telephony.customer)).status,
      ).toBe(201);
    const db = api.use(Database);
    const { accountId } = telephony.customer;
    await db.query(`UPDATE numbering.phone_numbers SET capabilities = '{voice}' WHERE account_id = $1`, [accountId]);
    // As the worker records them.
    const events = await db.query<{ data: EventPayloads['call.completed'] }>(
      `SELECT data FROM platform.outbox WHERE account_id = $1 AND type = 'call.completed'`,
      [accountId],
    );
    for (const [n, { data }] of events.entries()) {
      const createdAt = new Date(Date.now() - n * 60_000);
      await api.use(RecordEvent).record({ id: newId('evt'), accountId, createdAt, type: 'call.completed', data });
    }
  });
  afterAll(() => api.stop());

  const listed = async ({ path, keys }: Kind, query: Readonly<Record<string, string>> = {}) => {
    const answer = await api.get(`${path}?${new URLSearchParams(query).toString()}`, telephony.customer);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return keys(dataOf(answer)['items'] as Row[]);
  };
  const exported = async (kind: string, filters: Row): Promise<Row[]> => {
    const answer = await api.post('/v1/exports', { kind, format: 'ndjson', filters }, telephony.customer);
    expect([answer.status, answer.text]).toEqual([202, expect.any(String)]);
    const id = String(dataOf(answer)['id']);
    await api.use(RunExport).run({ accountId: telephony.customer.accountId, id });
    const file = await fetch(`${api.url}/v1/exports/${id}/download`, {
      headers: { authorization: `Bearer ${telephony.customer.key}` },
    });
    const text = gunzipSync(Buffer.from(await file.arrayBuffer())).toString();
    return text === ''
      ? []
      : text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Row);
  };

  it.each(CASES)('of %s are those of the list', (_kind, { path, values }) => {
    const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
      paths: Record<string, { get: { parameters: Parameter[] } }>;
    };
    const names = (paths[path]?.get.parameters ?? []).flatMap(({ name, in: place }) =>
      name === undefined || place !== 'query' || NOT_FILTERS.includes(name) ? [] : [name],
    );
    expect(Object.keys(values({ data: {} })).sort()).toEqual(names.sort());
  });

  it.each(CASES)('select the same %s as in the list', async (kind, shape) => {
    const first = itemsOf(await api.get(shape.path, telephony.customer))[0] ?? {};
    const all = await listed(shape);
    for (const [name, values] of Object.entries(shape.values(first))) {
      const lengths = new Set([all.length]);
      for (const value of values) {
        const expected = await listed(shape, { [name]: String(value) });
        const lines = await exported(kind, { [name]: value });
        expect([name, value, lines.map((line) => line[shape.fileKey]).sort()]).toEqual([name, value, expected.sort()]);
        lengths.add(expected.length);
      }
      // Two values that both match all would not show that the filter is applied.
      expect([name, lengths.size]).not.toEqual([name, kind === 'usage' ? 0 : 1]);
    }
  });
});
