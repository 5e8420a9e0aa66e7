import { Database } from '@trunkline/platform';
import { dataOf, type Row } from '../../support/numbering/shopping';
import { type Answer, startApi, type TestApi } from '../../support';
import { jsonOf, justBefore, Telephony } from '../../support/telephony';

/** Of the deck that is changed while calls are routed and reported; `npm run bench -- rating` has one of 200,000. */
const PRICES = 20_000;
const LANES = 4;
/** Calls between two changes. */
const BETWEEN = 60;
/** What docs/integrating-a-switch.md recommends to wait for a route. */
const ROUTE_MS_MAX = 2_000;
const CALLS = 500;
const AT_ONCE = 20;
const SECONDS = 90;
const HEADER = 'prefix,description,direction,number_type,rate_per_minute,connection_fee,first_s,next_s';
/** For 90 seconds 1.5 minutes at $0.07, and $0.03: 13.5 cents, 12.15 after the discount of 10 percent, rounded up. */
const NEW_PRICE = ',Calls,inbound,,0.07,0.03,60,30';
const NEW_CENTS = 13;

describe('the activation of a rate deck during live calls', () => {
  let api: TestApi;
  let telephony: Telephony;

  beforeAll(async () => {
    api = await startApi();
    telephony = await Telephony.make(api);
    const terms = { tier: 'verified', billing_mode: 'postpaid', discount_pct: 10 };
    await api.operator('PATCH', `/operator/accounts/${telephony.customer.accountId}`, terms);
  });
  afterAll(() => api.stop());

  const routeMany = async (count: number): Promise<Row[]> => {
    const routed: Row[] = [];
    while (routed.length < count)
      routed.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => telephony.route()))));
    return routed;
  };
  const deckOf = async (routed: readonly Row[]) => {
    const rows = await api.use(Database).query<{
      id: string;
      deckId: string;
    }>(`SELECT id, rating->>'deckId' AS "deckId" FROM voice.decisions WHERE id = ANY ($1)`, [routed.map((each) => each['decision_id'])]);
    return new Map(rows.map(({ id, deckId }) => [id, deckId]));
  };

  it('charges each call by the deck of its decision', async () => {
    const uploaded = await api.operator('POST', '/operator/rate-decks?name=New', `${HEADER}\n${NEW_PRICE}\n`, {
      'content-type': 'text/csv',
    });
    const id = String(dataOf(uploaded)['id']);
    const before = await routeMany(CALLS * 0.4);
    const [during] = await Promise.all([
      routeMany(CALLS * 0.2),
      api.operator('POST', `/operator/rate-decks/${id}/activate`, { default: true }),
    ]);
    const after = await routeMany(CALLS * 0.4);
    const calls = [...before, ...during, ...after];
    const decks = await deckOf(calls);
    expect(new Set(before.map((each) => decks.get(String(each['decision_id']))))).not.toContain(id);
    expect(new Set(after.map((each) => decks.get(String(each['decision_id']))))).toEqual(new Set([id]));

    await api
      .use(Database)
      .query(`UPDATE voice.decisions SET created_at = to_timestamp($1), stored_at = to_timestamp($1)`, [
        justBefore(SECONDS + 8),
      ]);
    const outcomes = await telephony.report(...calls.map((each) => telephony.rowOf(each, { seconds: SECONDS })));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(calls.map(() => 'recorded'));
    const { rating } = dataOf(await api.get(`/v1/cdrs/${String(outcomes.at(-1)?.['cdr_id'])}`, telephony.customer));
    expect(rating).toMatchObject({ rate_per_minute_microcents: 7_000_000, connection_fee_cents: 3, discount_pct: 10 });
    const cdrs = await api.use(Database).query<{
      deckId: string;
      decisionId: string;
      cents: number;
      calls: number;
    }>(`SELECT rating->>'deckId' AS "deckId", decision_id AS "decisionId", customer_total_cents AS cents FROM cdr.cdrs`);
    expect(cdrs).toHaveLength(CALLS);
    expect(cdrs.filter(({ deckId, decisionId }) => deckId !== decks.get(decisionId))).toEqual([]);
    const cents = (deck: (deckId: string) => boolean) =>
      new Set(cdrs.filter(({ deckId }) => deck(deckId)).map((cdr) => cdr.cents));
    expect(cents((deckId) => deckId === id)).toEqual(new Set([NEW_CENTS]));
    expect([...cents((deckId) => deckId !== id)]).toHaveLength(1);
    const answer = jsonOf(await api.get('/v1/billing/rates?direction=inbound', telephony.customer));
    expect(JSON.stringify(answer)).toContain('"rate_per_minute_microcents":6300000');
  });

  it('routes and charges calls without a pause while a large deck is uploaded, previewed, activated and rolled back', async () => {
    const [before] = await routeMany(AT_ONCE);
    const oldDeck = String((await deckOf([before ?? {}])).get(String(before?.['decision_id'])));
    const outbound = Array.from({ length: PRICES }, (_, n) => `${1_000_000 + n * 7},Somewhere,outbound,,0.05,0,60,60`);
    const file = [HEADER, ',Calls,inbound,,0.11,0,60,60', ...outbound].join('\n');

    const routed: { readonly route: Row; readonly phase: string; readonly ms: number }[] = [];
    const outcomes: unknown[] = [];
    let phase = 'before';
    let isOver = false;
    const lane = async () => {
      while (!isOver) {
        const decided = phase;
        const began = performance.now();
        const route = await telephony.route();
        routed.push({ route, phase: decided === phase ? phase : 'between', ms: performance.now() - began });
        await telephony.backdate(route, justBefore(SECONDS + 8));
        const [outcome] = await telephony.report(telephony.rowOf(route, { seconds: SECONDS }));
        outcomes.push(outcome?.['outcome']);
      }
    };
    const someCalls = async () => {
      const until = routed.length + BETWEEN;
      while (routed.length < until) await new Promise((next) => setTimeout(next, 10));
    };
    const change = async (name: string, request: () => Promise<Answer>, status = 200) => {
      phase = `while ${name}`;
      const answer = await request();
      expect([name, answer.status]).toEqual([name, status]);
      phase = `after ${name}`;
      await someCalls();
      return answer;
    };
    const changing = async () => {
      const path = '/operator/rate-decks';
      await someCalls();
      const csv = { 'content-type': 'text/csv' };
      const uploaded = await change('upload', () => api.operator('POST', `${path}?name=Large`, file, csv), 201);
      const id = String(dataOf(uploaded)['id']);
      await change('preview', () => api.operator('GET', `${path}/${id}/preview`));
      await change('activation', () => api.operator('POST', `${path}/${id}/activate`, { default: true }));
      await change('roll-back', () => api.operator('POST', `${path}/${id}/roll-back`));
      return id;
    };
    const lanes = Array.from({ length: LANES }, lane);
    const newDeck = await changing().finally(() => (isOver = true));
    await Promise.all(lanes);

    expect(outcomes).toEqual(routed.map(() => 'recorded'));
    expect(Math.max(...routed.map(({ ms }) => ms))).toBeLessThan(ROUTE_MS_MAX);
    const decks = await deckOf(routed.map(({ route }) => route));
    const decksIn = (name: string) => [
      ...new Set(
        routed.filter((each) => each.phase === name).map(({ route }) => decks.get(String(route['decision_id']))),
      ),
    ];
    for (const name of ['before', 'while upload', 'after upload', 'while preview', 'after preview', 'after roll-back'])
      expect([name, decksIn(name)]).toEqual([name, [oldDeck]]);
    expect(decksIn('after activation')).toEqual([newDeck]);

    const cdrs = await api.use(Database).query<{ decisionId: string; deckId: string; cents: number; charged: number }>(
      `SELECT c.decision_id AS "decisionId", c.rating->>'deckId' AS "deckId", c.customer_total_cents AS cents,
         (SELECT -sum(t.amount_cents)::bigint FROM billing.transactions t WHERE t.related_id = c.id) AS charged
       FROM cdr.cdrs c WHERE c.decision_id = ANY ($1)`,
      [routed.map(({ route }) => route['decision_id'])],
    );
    expect(cdrs).toHaveLength(routed.length);
    // Two minutes at $0.11 less 10 percent; 90 seconds at $0.07 and $0.03 less 10 percent.
    const centsBy = new Map([
      [newDeck, 20],
      [oldDeck, NEW_CENTS],
    ]);
    const wrong = cdrs.filter(
      ({ decisionId, deckId, cents, charged }) =>
        deckId !== decks.get(decisionId) || cents !== centsBy.get(deckId) || charged !== cents,
    );
    expect(wrong).toEqual([]);
  });
});
