import { RateDecks } from '@trunkline/cdr';
import { Clock } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row } from '../../support/numbering/shopping';
import { type Answer, OPERATOR_TOKEN, startApi, type TestApi } from '../../support';

const PATH = '/operator/rate-decks';
const UNKNOWN = 'deck_0000000000000000000000000';
const HEADER = 'prefix,description,direction,number_type,rate_per_minute,connection_fee,first_s,next_s';
const GERMANY = '49,Germany,outbound,,0.0150,0,60,1';
const SMS_HEADER = 'prefix,description,direction,price_per_segment';
const SMS_GERMANY = '49,Germany,outbound,0.0900';
const HOUR = 3_600;
const DAY = 24 * HOUR;
/** The deck by which processes of release 0.2.0 price calls. */
const RELEASED_DECK = `SELECT id FROM cdr.rate_decks WHERE status = 'active' AND effective_from <= $1
  ORDER BY effective_from DESC, id DESC LIMIT 1`;

const csv = (...lines: readonly string[]) => `${[HEADER, ...lines].join('\n')}\n`;
const partOf = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const formOf = (fields: Record<string, string>, file: string | null) =>
  [
    ...Object.entries(fields).map(([name, value]) => partOf(name, value)),
    ...(file === null
      ? []
      : [
          `--b\r\nContent-Disposition: form-data; name="file"; filename="deck.csv"\r\nContent-Type: text/csv\r\n\r\n${file}\r\n`,
        ]),
    '--b--\r\n',
  ].join('');

describe('operators and rate decks', () => {
  let api: TestApi;
  let now = Math.floor(Date.now() / 1000);

  beforeAll(async () => {
    api = await startApi();
    api.use(Clock).now = () => new Date(now * 1000);
  });
  afterAll(() => api.stop());

  const upload = (body: string, query = 'name=Retail', headers: Record<string, string> = {}): Promise<Answer> =>
    api.operator('POST', `${PATH}?${query}`, body, { 'content-type': 'text/csv', ...headers });
  const uploadForm = (fields: Record<string, string>, file: string | null): Promise<Answer> =>
    api.operator('POST', PATH, formOf(fields, file), { 'content-type': 'multipart/form-data; boundary=b' });
  const aDeck = async (lines: readonly string[] = [GERMANY], query?: string) => {
    const answer = await upload(csv(...lines), query);
    if (answer.status !== 201) throw new Error(answer.text);
    return String(dataOf(answer)['id']);
  };
  const smsCsv = (...lines: readonly string[]) => `${[SMS_HEADER, ...lines].join('\n')}\n`;
  const anSmsDeck = async (lines: readonly string[] = [SMS_GERMANY], query = 'name=Messages&kind=sms') =>
    String(dataOf(await upload(smsCsv(...lines), query))['id']);
  const deck = async (id: string) => dataOf(await api.operator('GET', `${PATH}/${id}`));
  const activate = (id: string, body: object = {}) => api.operator('POST', `${PATH}/${id}/activate`, body);
  const withdraw = (id: string) => api.operator('DELETE', `${PATH}/${id}/activation`);
  const rollBack = (id: string) => api.operator('POST', `${PATH}/${id}/roll-back`);
  const prune = () => api.use(RateDecks).pruneDrafts();
  const prices = async (id: string, query = '') =>
    itemsOf(await api.operator('GET', `${PATH}/${id}/rates${query}`)).map(({ prefix }) => prefix);
  const defaults = async (kind = 'voice') =>
    itemsOf(await api.operator('GET', `${PATH}?limit=100&kind=${kind}`))
      .filter((each) => each['default'])
      .map(({ id }) => id);
  const audited = async (id: string) =>
    itemsOf(await api.operator('GET', `/operator/audit?order=asc&subject=${id}`)).map((entry) => [
      entry['action'],
      entry['before'],
      entry['after'],
    ]);

  it("returns 401 without an operator's token", async () => {
    for (const [method, path] of [
      ['GET', PATH],
      ['POST', PATH],
      ['GET', `${PATH}/${UNKNOWN}`],
      ['GET', `${PATH}/${UNKNOWN}/rates`],
      ['GET', `${PATH}/${UNKNOWN}/export`],
      ['GET', `${PATH}/${UNKNOWN}/preview`],
      ['POST', `${PATH}/${UNKNOWN}/activate`],
      ['DELETE', `${PATH}/${UNKNOWN}/activation`],
      ['POST', `${PATH}/${UNKNOWN}/roll-back`],
    ] as const) {
      const answer = await fetch(`${api.internalUrl}${path}`, { method });
      expect([method, path, answer.status]).toEqual([method, path, 401]);
    }
  });

  it('returns 404 for an unknown deck and an invalid identifier', async () => {
    for (const path of ['', '/rates', '/export', '/preview']) {
      expect(codeOf(await api.operator('GET', `${PATH}/${UNKNOWN}${path}`))).toBe('not_found');
      expect(codeOf(await api.operator('GET', `${PATH}/retail${path}`))).toBe('not_found');
    }
    for (const answer of [await activate(UNKNOWN), await withdraw(UNKNOWN), await rollBack(UNKNOWN)])
      expect(codeOf(answer)).toBe('not_found');
  });

  describe('POST /operator/rate-decks', () => {
    it('returns 201 with a draft, from CSV with the members in the query', async () => {
      const answer = await upload(csv(GERMANY, '4915,"Germany, mobile",outbound,,0.035,0.05,60,6'));
      expect([answer.status, answer.body.data]).toEqual([
        201,
        {
          id: expect.stringMatching(/^deck_/) as string,
          name: 'Retail',
          kind: 'voice',
          mode: 'full',
          base_deck_id: null,
          status: 'draft',
          default: false,
          default_from: null,
          rows: 2,
          fault_count: 0,
          faults: [],
          effective_from: null,
          activated_at: null,
          created_at: now,
        },
      ]);
    });

    it('returns 201 from a form, whose fields may follow the file', async () => {
      const answer = await uploadForm({ name: 'Messages', kind: 'sms' }, smsCsv(SMS_GERMANY));
      expect(dataOf(answer)).toMatchObject({ name: 'Messages', kind: 'sms', rows: 1, fault_count: 0 });
      const file = formOf({}, csv(GERMANY)).replace('--b--\r\n', '');
      const late = await api.operator('POST', PATH, `${file}${partOf('name', 'Late')}--b--\r\n`, {
        'content-type': 'multipart/form-data; boundary=b',
      });
      expect(dataOf(late)).toMatchObject({ name: 'Late', rows: 1 });
    });

    it('returns 201 with the faults of the file, and keeps the lines without', async () => {
      const answer = await upload(csv(GERMANY, '0,Nowhere,outbound,,x,0,1,1', '44,United Kingdom,outbound,,,0,1,1'));
      expect(dataOf(answer)).toMatchObject({
        rows: 1,
        fault_count: 3,
        faults: [
          { line: 3, column: 'prefix', message: expect.any(String) as string },
          { line: 3, column: 'rate_per_minute', message: expect.any(String) as string },
          { line: 4, column: 'rate_per_minute', message: expect.any(String) as string },
        ],
      });
    });

    it('applies a delta to the default deck: changes, adds and removes prices', async () => {
      const base = (await defaults())[0];
      const before = await prices(String(base), '?prefix=49');
      const id = await aDeck(
        ['49,Germany,outbound,,9.99,0,60,1', '4930,Berlin,outbound,,0.01,0,60,1', '49180,,outbound,,,,,'],
        'name=Change&mode=delta',
      );
      expect(await deck(id)).toMatchObject({ mode: 'delta', base_deck_id: base, fault_count: 0 });
      expect(await prices(id, '?prefix=49')).toEqual([...before.filter((each) => each !== '49180'), '4930'].sort());
      const answer = await api.operator('GET', `${PATH}/${id}/preview`);
      expect(dataOf(answer)).toMatchObject({
        added: {
          count: 1,
          prices: [{ prefix: '4930', rate_before_microcents: null, rate_after_microcents: 1_000_000 }],
        },
        removed: { count: 1, prices: [{ prefix: '49180', rate_after_microcents: null }] },
        raised: {
          count: 1,
          prices: [{ prefix: '49', rate_after_microcents: 999_000_000 }],
        },
        lowered: { count: 0, prices: [] },
      });
    });

    it('names a line that removes a price which the default deck does not have', async () => {
      const answer = await upload(csv(GERMANY, '4999999,,outbound,,,,,'), 'name=Change&mode=delta');
      expect(dataOf(answer)).toMatchObject({ fault_count: 1, faults: [{ line: 3, column: 'prefix' }] });
    });

    it('returns 422 for invalid and unknown members, and an empty file', async () => {
      expect(fieldsOf(await upload(csv(GERMANY), 'kind=fax&mode=half'))).toEqual(['kind', 'mode', 'name']);
      expect(fieldsOf(await upload(csv(GERMANY), `name=${'x'.repeat(65)}`))).toEqual(['name']);
      expect((await upload(csv(GERMANY), `name=${'x'.repeat(64)}`)).status).toBe(201);
      expect(fieldsOf(await upload(csv(GERMANY), 'name=Retail&colour=red'))).toEqual(['colour']);
      expect(fieldsOf(await uploadForm({ name: 'Retail', colour: 'red' }, csv(GERMANY)))).toEqual(['colour']);
      expect(fieldsOf(await uploadForm({ name: 'Retail' }, null))).toEqual(['file']);
      expect(fieldsOf(await upload('', 'name=Retail'))).toEqual(['file']);
    });

    it('returns 422 for a file that is not UTF-8', async () => {
      const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'text/csv' };
      const body = Buffer.concat([
        Buffer.from(`${HEADER}\n225,C`),
        Buffer.from([0xf4]),
        Buffer.from('te,outbound,,1,0,1,1'),
      ]);
      const answer = await fetch(`${api.internalUrl}${PATH}?name=Retail`, { method: 'POST', headers, body });
      expect([answer.status, ((await answer.json()) as Row)['error']]).toMatchObject([
        422,
        { fields: { file: /UTF-8/ } },
      ]);
    });

    it('returns 415 for another media type, and 413 above 32 MiB', async () => {
      for (const type of ['application/json', 'text/plain', 'text/csv; charset=latin1'])
        expect(codeOf(await upload(csv(GERMANY), 'name=Retail', { 'content-type': type }))).toBe(
          'unsupported_media_type',
        );
      const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'text/csv' };
      const big = Buffer.alloc(33_554_433, 'x');
      const answer = await fetch(`${api.internalUrl}${PATH}?name=Retail`, { method: 'POST', headers, body: big });
      expect([answer.status, ((await answer.json()) as Row)['error']]).toMatchObject([
        413,
        { code: 'payload_too_large' },
      ]);
    });

    it('uploads once when the request is repeated under its key', async () => {
      const headers = { 'idempotency-key': 'deck-1' };
      const first = await upload(csv(GERMANY), 'name=Once', headers);
      const second = await upload(csv(GERMANY), 'name=Once', headers);
      expect(dataOf(second)).toEqual(dataOf(first));
      expect(codeOf(await upload(csv(`${GERMANY} `), 'name=Once', headers))).toBe('idempotency_key_reused');
      expect(codeOf(await upload(csv(GERMANY), 'name=Other', headers))).toBe('idempotency_key_reused');
    });
  });

  it('lists decks by kind and status, newest first', async () => {
    const id = await aDeck([GERMANY], 'name=Newest');
    now += 1;
    const later = await anSmsDeck([SMS_GERMANY], 'name=Later&kind=sms');
    const ids = async (query: string) =>
      itemsOf(await api.operator('GET', `${PATH}?${query}`)).map((each) => each['id']);
    expect((await ids('limit=2&status=draft')).slice(0, 2)).toEqual([later, id]);
    expect((await ids('kind=sms&limit=1'))[0]).toBe(later);
    expect(await ids('status=active&kind=voice')).toContain('deck_default');
  });

  it('lists prices by prefix, a page at a time', async () => {
    const lines = [7, 1, 3, 5].map((prefix) => `${prefix},Somewhere,outbound,,0.01,0,60,6`);
    const id = await aDeck([...lines, ',Calls,inbound,tollfree,0.06,0.01,1,1', ',Calls,inbound,,0.01,0,1,1']);
    const first = await api.operator('GET', `${PATH}/${id}/rates?limit=3`);
    expect(itemsOf(first).map(({ prefix }) => prefix)).toEqual(['1', '3', '5']);
    const cursor = encodeURIComponent(String(dataOf(first)['next_cursor']));
    expect(await prices(id, `?limit=3&cursor=${cursor}`)).toEqual(['7']);
    expect(itemsOf(await api.operator('GET', `${PATH}/${id}/rates?direction=inbound`))).toEqual([
      {
        prefix: '',
        description: 'Calls',
        direction: 'inbound',
        number_type: null,
        rate_per_minute_microcents: 1_000_000,
        connection_fee_cents: 0,
        first_s: 1,
        next_s: 1,
        price_per_segment_microcents: null,
      },
      {
        prefix: '',
        description: 'Calls',
        direction: 'inbound',
        number_type: 'tollfree',
        rate_per_minute_microcents: 6_000_000,
        connection_fee_cents: 1,
        first_s: 1,
        next_s: 1,
        price_per_segment_microcents: null,
      },
    ]);
  });

  it('exports CSV that can be uploaded again unchanged', async () => {
    const exported = await api.operator('GET', `${PATH}/deck_default/export`);
    expect(exported.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(exported.headers.get('content-disposition')).toBe('attachment; filename="deck_default.csv"');
    const answer = await upload(exported.text, 'name=Again');
    expect(dataOf(answer)).toMatchObject({ fault_count: 0, rows: (await deck('deck_default'))['rows'] });
    const id = String(dataOf(answer)['id']);
    expect((await api.operator('GET', `${PATH}/${id}/export`)).text).toBe(exported.text);
    const preview = await api.operator('GET', `${PATH}/${id}/preview?against=deck_default`);
    expect(dataOf(preview)).toMatchObject({
      added: { count: 0 },
      removed: { count: 0 },
      raised: { count: 0 },
      lowered: { count: 0 },
    });
  });

  it('shows and exports prices of messages, which can be uploaded again unchanged', async () => {
    const id = await anSmsDeck([SMS_GERMANY, ',Own numbers,inbound,0']);
    expect(itemsOf(await api.operator('GET', `${PATH}/${id}/rates`))).toEqual([
      {
        prefix: '49',
        description: 'Germany',
        direction: 'outbound',
        number_type: null,
        rate_per_minute_microcents: null,
        connection_fee_cents: null,
        first_s: null,
        next_s: null,
        price_per_segment_microcents: 9_000_000,
      },
    ]);
    const exported = await api.operator('GET', `${PATH}/deck_messages/export`);
    const again = dataOf(await upload(exported.text, 'name=Again&kind=sms'));
    expect(again).toMatchObject({ fault_count: 0, rows: (await deck('deck_messages'))['rows'] });
    const preview = await api.operator('GET', `${PATH}/${String(again['id'])}/preview`);
    expect(dataOf(preview)).toMatchObject({ against_deck_id: 'deck_messages', unchanged: again['rows'] });
  });

  it('applies a delta to the default deck of messages', async () => {
    const id = await anSmsDeck(
      ['49,Germany,outbound,0.2', '4915,Mobile,outbound,0.3', '33,,outbound,'],
      'name=D&kind=sms&mode=delta',
    );
    expect(await deck(id)).toMatchObject({ base_deck_id: 'deck_messages', fault_count: 0 });
    expect(dataOf(await api.operator('GET', `${PATH}/${id}/preview`))).toMatchObject({
      added: { count: 1 },
      removed: { count: 1 },
      raised: { count: 1 },
      lowered: { count: 0 },
    });
  });

  it('calls the columns of another kind a fault, and keeps no price of the file', async () => {
    const calls = dataOf(await upload(csv(GERMANY), 'name=Messages&kind=sms'));
    expect(calls).toMatchObject({ rows: 0, fault_count: 1, faults: [{ line: 1, column: 'rate_per_minute' }] });
    const messages = dataOf(await upload(smsCsv(SMS_GERMANY)));
    expect(messages).toMatchObject({ rows: 0, fault_count: 1, faults: [{ line: 1, column: 'price_per_segment' }] });
    expect(codeOf(await activate(String(messages['id'])))).toBe('invalid_state');
  });

  describe('activation', () => {
    it('lets a deck be given to accounts from a time on', async () => {
      const id = await aDeck();
      const answer = await activate(id, { effective_from: now + HOUR });
      expect(dataOf(answer)).toMatchObject({
        status: 'active',
        effective_from: now + HOUR,
        activated_at: now,
        default: false,
      });
      expect(codeOf(await activate(id))).toBe('invalid_state');
      expect(await audited(id)).toMatchObject([
        ['rate_deck.upload', null, { name: 'Retail', rows: 1, fault_count: 0 }],
        ['rate_deck.activate', null, { default: false }],
      ]);
    });

    it('does not change the deck of processes of release 0.2.0', async () => {
      const released = () => api.use(Database).get(RELEASED_DECK, [new Date(now * 1000)]);
      const before = await released();
      expect((await activate(await aDeck())).status).toBe(200);
      expect(await released()).toEqual(before);
    });

    it('replaces the default deck at its time, is withdrawn before it, and rolled back after it', async () => {
      const [first] = await defaults();
      const id = await aDeck();
      expect(dataOf(await activate(id, { default: true, effective_from: now + HOUR }))).toMatchObject({
        default: false,
        default_from: now + HOUR,
      });
      expect(await defaults()).toEqual([first]);
      expect(codeOf(await rollBack(id))).toBe('invalid_state');
      expect(dataOf(await withdraw(id))).toMatchObject({ status: 'draft', default_from: null, effective_from: null });
      expect(codeOf(await withdraw(id))).toBe('invalid_state');

      await activate(id, { default: true, effective_from: now + HOUR });
      now += HOUR;
      expect(await defaults()).toEqual([id]);
      expect(codeOf(await withdraw(id))).toBe('invalid_state');
      expect(codeOf(await activate(id, { default: true }))).toBe('invalid_state');
      expect(dataOf(await rollBack(id))).toMatchObject({ default: false, default_from: null, status: 'active' });
      expect(await defaults()).toEqual([first]);
      expect(codeOf(await rollBack(id))).toBe('invalid_state');
      expect((await audited(id)).map(([action]) => action)).toEqual([
        'rate_deck.upload',
        'rate_deck.activate',
        'rate_deck.withdraw',
        'rate_deck.activate',
        'rate_deck.roll_back',
      ]);
      // It remains active, so it can become the default deck again.
      await activate(id, { default: true });
      expect(await defaults()).toEqual([id]);
      await rollBack(id);
    });

    it('rolls back one deck after the other, and not the first', async () => {
      const [first] = await defaults();
      const [second, third] = [await aDeck(), await aDeck()];
      await activate(second, { default: true });
      await activate(third, { default: true });
      expect(await defaults()).toEqual([third]);
      expect(codeOf(await rollBack(second))).toBe('invalid_state');
      await rollBack(third);
      expect(await defaults()).toEqual([second]);
      await rollBack(second);
      expect(await defaults()).toEqual([first]);
      // The decks that ship: the one for the world, and the one before it.
      await rollBack(String(first));
      expect(await defaults()).toEqual(['deck_default']);
      expect(codeOf(await rollBack('deck_default'))).toBe('invalid_state');
      await activate(String(first), { default: true });
    });

    it('keeps the default decks of calls and messages apart', async () => {
      const [first] = await defaults();
      expect(await defaults('sms')).toEqual(['deck_messages']);
      const sms = await anSmsDeck();
      await activate(sms, { default: true });
      expect([await defaults(), await defaults('sms')]).toEqual([[first], [sms]]);
      expect(dataOf(await api.operator('GET', `${PATH}/${sms}/preview?against=deck_messages`))).toMatchObject({
        calls: null,
        added: { count: 0 },
        lowered: { count: 1, prices: [{ prefix: '49', rate_before_microcents: 13_000_000 }] },
      });
      expect((await rollBack(sms)).status).toBe(200);
      expect([await defaults(), await defaults('sms')]).toEqual([[first], ['deck_messages']]);
      expect(codeOf(await rollBack('deck_messages'))).toBe('invalid_state');
    });

    it('is refused for a deck with faults, and for a time that has passed', async () => {
      const faulty = dataOf(await upload(csv(GERMANY, 'x')));
      const answer = await activate(String(faulty['id']));
      expect([answer.status, codeOf(answer), answer.body.error?.message]).toEqual([
        409,
        'invalid_state',
        expect.stringMatching(/draft.*active/) as string,
      ]);
      const id = await aDeck();
      expect(fieldsOf(await activate(id, { effective_from: now - HOUR }))).toEqual(['effective_from']);
      expect(fieldsOf(await activate(id, { effective_from: 'soon', colour: 1 }))).toEqual(['colour', 'effective_from']);
      await activate(id, { effective_from: now + HOUR });
      expect(fieldsOf(await activate(id, { default: true }))).toEqual(['effective_from']);
    });

    it('activates a deck once when requests race', async () => {
      const id = await aDeck();
      const answers = await Promise.all([1, 2, 3, 4].map(() => activate(id, { default: true })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      await rollBack(id);
    });

    it('leaves exactly one default deck when activations and roll-backs race', async () => {
      const [first] = await defaults();
      const ids = await Promise.all(Array.from({ length: 4 }, () => aDeck()));
      const both = await Promise.all(
        ids.flatMap((id) => [activate(id, { default: true }), activate(id, { default: true })]),
      );
      // A deck that another one has replaced meanwhile becomes the default deck again.
      const activated = both.filter(({ status }) => status === 200).length;
      expect(activated).toBeGreaterThanOrEqual(4);
      for (let left = activated; left > 0; left--) {
        const [current, ...others] = await defaults();
        expect(others).toEqual([]);
        const answers = await Promise.all([1, 2, 3].map(() => rollBack(String(current))));
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      }
      expect(await defaults()).toEqual([first]);
    });
  });

  describe('the deck and the discount of an account', () => {
    it('change its prices, and are audited', async () => {
      const customer = await api.customers.make();
      const path = `/operator/accounts/${customer.accountId}`;
      const id = await aDeck(['49,Germany for you,outbound,,0.0100,0.03,60,1']);
      expect(fieldsOf(await api.operator('PATCH', path, { rate_deck_id: id }))).toEqual(['rate_deck_id']);
      await activate(id, { effective_from: now + HOUR });
      expect(fieldsOf(await api.operator('PATCH', path, { rate_deck_id: id }))).toEqual(['rate_deck_id']);
      now += HOUR;
      const answer = await api.operator('PATCH', path, { rate_deck_id: id, discount_pct: 15 });
      expect(dataOf(answer)).toMatchObject({ rate_deck_id: id, discount_pct: 15 });
      const rates = itemsOf(await api.get('/v1/billing/rates?to=%2B4915112345678', customer));
      expect(rates).toMatchObject([
        { prefix: '49', description: 'Germany for you', rate_per_minute_microcents: 850_000, connection_fee_cents: 3 },
      ]);
      const entries = itemsOf(await api.operator('GET', `/operator/audit?subject=${customer.accountId}&limit=1`));
      expect(entries[0]).toMatchObject({
        action: 'account.change',
        before: { rate_deck_id: null, discount_pct: 0 },
        after: { rate_deck_id: id, discount_pct: 15 },
      });
      expect(dataOf(await api.operator('PATCH', path, { rate_deck_id: null, discount_pct: 0 }))).toMatchObject({
        rate_deck_id: null,
        discount_pct: 0,
      });
    });

    it('change the prices of its messages, and are audited', async () => {
      const customer = await api.customers.make();
      const path = `/operator/accounts/${customer.accountId}`;
      const id = await anSmsDeck(['49,Germany for you,outbound,0.0800', ',Own numbers,inbound,0.01']);
      expect(fieldsOf(await api.operator('PATCH', path, { sms_rate_deck_id: id }))).toEqual(['sms_rate_deck_id']);
      await activate(id);
      expect(fieldsOf(await api.operator('PATCH', path, { rate_deck_id: id }))).toEqual(['rate_deck_id']);
      const answer = await api.operator('PATCH', path, { sms_rate_deck_id: id, discount_pct: 25 });
      expect(dataOf(answer)).toMatchObject({ rate_deck_id: null, sms_rate_deck_id: id, discount_pct: 25 });
      const rates = (query: string) => api.get(`/v1/billing/sms-rates?${query}`, customer);
      expect(itemsOf(await rates('to=%2B4915112345678'))).toMatchObject([
        { prefix: '49', description: 'Germany for you', price_per_segment_microcents: 6_000_000 },
      ]);
      expect(itemsOf(await rates('to=%2B33612345678'))).toMatchObject([
        { prefix: '33', price_per_segment_display: '$0.0750', price_per_segment_microcents: 7_500_000 },
      ]);
      expect(itemsOf(await rates('direction=inbound'))).toMatchObject([{ prefix: '', description: 'Own numbers' }]);
      const entries = itemsOf(await api.operator('GET', `/operator/audit?subject=${customer.accountId}&limit=1`));
      expect(entries[0]).toMatchObject({ before: { sms_rate_deck_id: null }, after: { sms_rate_deck_id: id } });
    });

    it('are refused outside of their limits', async () => {
      const { accountId } = await api.customers.make();
      const change = (body: object) => api.operator('PATCH', `/operator/accounts/${accountId}`, body);
      expect(dataOf(await change({ discount_pct: 90 }))).toMatchObject({ discount_pct: 90 });
      for (const discount of [91, -1, 1.5])
        expect(fieldsOf(await change({ discount_pct: discount }))).toEqual(['discount_pct']);
      expect(fieldsOf(await change({ rate_deck_id: UNKNOWN }))).toEqual(['rate_deck_id']);
      expect(fieldsOf(await change({ rate_deck_id: 'deck_messages' }))).toEqual(['rate_deck_id']);
      expect(fieldsOf(await change({ sms_rate_deck_id: 'deck_world' }))).toEqual(['sms_rate_deck_id']);
    });
  });

  it('returns 422 for a preview against a deck of another kind', async () => {
    const id = await aDeck();
    expect(fieldsOf(await api.operator('GET', `${PATH}/${id}/preview?against=deck_messages`))).toEqual(['against']);
    expect(fieldsOf(await api.operator('GET', `${PATH}/${id}/preview?against=${UNKNOWN}`))).toEqual(['against']);
    expect(dataOf(await api.operator('GET', `${PATH}/${id}/preview?against=${id}`))).toMatchObject({ unchanged: 1 });
  });

  it('deletes drafts 90 days after their upload or withdrawal, and none that is activated meanwhile', async () => {
    const [old, raced, withdrawn, active] = [await aDeck(), await aDeck(), await aDeck(), await aDeck()];
    await activate(withdrawn, { effective_from: now + 91 * DAY });
    await activate(active);
    now += 89 * DAY;
    await withdraw(withdrawn);
    await Promise.all([prune(), prune()]);
    expect((await deck(old))['status']).toBe('draft');
    now += 2 * DAY;
    const [activation] = await Promise.all([activate(raced), prune(), prune()]);
    const kept = await api.operator('GET', `${PATH}/${raced}`);
    expect([200, 404]).toContain(activation.status);
    expect(kept.status).toBe(activation.status);
    expect((await activate(old)).status).toBe(404);
    expect((await deck(withdrawn))['status']).toBe('draft');
    now += 90 * DAY;
    await prune();
    expect((await activate(withdrawn)).status).toBe(404);
    expect((await deck(active))['status']).toBe('active');
    const rates = `SELECT count(*)::int AS count FROM cdr.rates WHERE deck_id = ANY ($1)`;
    expect(await api.use(Database).get(rates, [[old, withdrawn]])).toEqual({ count: 0 });
  });
});
