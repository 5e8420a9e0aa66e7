import { Database } from '@trunkline/platform';
import { dataOf, type Row } from '../../support/numbering/shopping';
import { startApi, type TestApi } from '../../support';
import { jsonOf, justBefore, Telephony } from '../../support/telephony';

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
});
