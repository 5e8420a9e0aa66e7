import { addDays, addSeconds, type LegCost, newId, type RateQuote } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { RecordingLog, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { CallRating, type PricedOffer } from '../application/rating/call-rating';
import { MARGIN_GROUPS, type MarginFilter, type MarginGroup, type MarginView } from '../application/margin-reports';
import { cdrPersistence } from '../cdr.module';
import type { Decision } from '../domain/ingest/decision';
import { AFTER_THE_CALLS, aNewDecision, aRoute, aRowOf, FakeCharges, germanRate, ingestWorldWith } from '../testing';
import { StoredMarginReports } from './margin-reports';
import { StoredDecksInForce } from './rating/decks-in-force';
import { LoadedDeckPrices } from './rating/loaded-deck-prices';

/** A generator that repeats (mulberry32). */
function seeded(state: number): (below: number) => number {
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase([cdrPersistence]);
});
afterAll(() => database.close());

const EVER = { from: new Date(0), to: new Date('2100-01-01T00:00:00Z'), accountId: null, carrierId: null };

async function reportOf(group: MarginGroup, given: Partial<MarginFilter> = {}, limit = 7): Promise<MarginView[]> {
  const reports = new StoredMarginReports(database.db);
  const items: MarginView[] = [];
  for (let after: { readonly key: string | number; readonly id: string } | null = null; ; ) {
    const page = await reports.list({ ...EVER, group, ...given }, { limit, sort: 'key', order: 'asc', after });
    items.push(...page.items);
    if (!page.next) return items;
    after = page.next;
  }
}

const cost = (carrierId: string, given: Partial<RateQuote> = {}): LegCost => ({
  ...germanRate,
  deckId: `deck_${carrierId}`,
  ...given,
  carrierId,
});

describe('the margin of a call', () => {
  const world = async (decision: ReturnType<typeof aNewDecision>, row: object = {}) => {
    const { recordCdrs, ...ingest } = ingestWorldWith(database.db, {
      decisions: [decision],
      charges: new FakeCharges(),
    });
    await recordCdrs.record([aRowOf(decision, row)]);
    const [cdr] = await ingest.cdrsOf(decision.accountId);
    const margins = () =>
      database.db.query(`SELECT * FROM cdr.call_margins WHERE account_id = $1`, [decision.accountId]);
    return { ...ingest, recordCdrs, cdr, margins };
  };

  it('is the charge minus the cost by the increments of the carrier, and is kept with the CDR', async () => {
    // 62 seconds: 1.5 cents a minute by the second are 2 cents; 0.6 cents a minute by the minute and 1 cent are 2.2 cents.
    const carried = cost('car_1', {
      ratePerMinuteMicrocents: 600_000,
      firstSeconds: 60,
      nextSeconds: 60,
      connectionFeeCents: 1,
    });
    const route = aRoute({ targetKind: 'pstn_forward', carrierId: 'car_1', cost: carried });
    const decision = aNewDecision({ direction: 'outbound', routes: [route] });
    const { cdr, margins } = await world(decision);
    expect(await margins()).toEqual([
      {
        cdr_id: cdr?.id,
        account_id: decision.accountId,
        created_at: cdr?.createdAt,
        e164: decision.e164,
        carrier_id: 'car_1',
        destination: 'Germany',
        customer_total_cents: 2,
        cost_microcents: 2_200_000,
        costs: [carried],
      },
    ]);
    expect(await reportOf('account', { accountId: decision.accountId })).toEqual([
      {
        key: decision.accountId,
        calls: 1,
        callsWithoutCost: 0,
        chargedCents: 2,
        chargedWithoutCostCents: 0,
        costMicrocents: 2_200_000,
        marginMicrocents: -200_000,
      },
    ]);
  });

  it('adds the costs of both carriers of a forwarded call', async () => {
    const route = aRoute({
      targetKind: 'pstn_forward',
      carrierId: 'car_out',
      rating: { ...germanRate, description: 'Germany, mobile' },
      cost: cost('car_out', { ratePerMinuteMicrocents: 60 }),
    });
    const { margins } = await world(
      aNewDecision({ cost: cost('car_in', { ratePerMinuteMicrocents: 30 }), routes: [route] }),
    );
    expect(await margins()).toMatchObject([
      { carrier_id: 'car_out', destination: 'Germany, mobile', customer_total_cents: 4, cost_microcents: 93 },
    ]);
  });

  it('counts the time that the call lasted beyond the granted time', async () => {
    const decision = aNewDecision({ maxDurationSeconds: 60, cost: cost('car_in', { ratePerMinuteMicrocents: 60 }) });
    expect(await (await world(decision)).margins()).toMatchObject([{ customer_total_cents: 2, cost_microcents: 62 }]);
  });

  it('is unknown without a deck', async () => {
    const decision = aNewDecision();
    expect(await (await world(decision)).margins()).toMatchObject([
      { carrier_id: null, cost_microcents: null, costs: null },
    ]);
    expect(await reportOf('carrier', { accountId: decision.accountId })).toEqual([
      {
        key: null,
        calls: 1,
        callsWithoutCost: 1,
        chargedCents: 2,
        chargedWithoutCostCents: 2,
        costMicrocents: 0,
        marginMicrocents: 2_000_000,
      },
    ]);
  });

  it('does not exist for an unanswered call until a late answer, and exists once for repeats', async () => {
    const decision = aNewDecision({ cost: cost('car_in') });
    const { recordCdrs, margins, cdr } = await world(decision, { answered_at: null, sip_code: 486 });
    expect(await margins()).toEqual([]);
    await recordCdrs.record([aRowOf(decision)]);
    expect(await margins()).toMatchObject([{ cdr_id: cdr?.id, customer_total_cents: 2 }]);
    await recordCdrs.record([aRowOf(decision)]);
    expect(await margins()).toHaveLength(1);
  });
});

const PERIODS = 20;
const CALLS = 500;
const BATCH = 250;
const CARRIERS = ['car_a', 'car_b', 'car_c'];
const NUMBERS = ['+38514812345', '+385912345678', '+254712345678', '+4930901820', '+12125550123', '+442079460000'];
const START = new Date('2026-03-01T00:00:00Z');

const ADD_DECK = `INSERT INTO cdr.rate_decks (id, name, carrier_id, status, usable_from, created_at, activated_at)
  VALUES ($1, $1, $2, 'active', $3, $3, $3)`;
const ADD_RATES = `INSERT INTO cdr.rates SELECT $1, r.direction, 'any', r.prefix, r.prefix, r.rate, r.first, r.next, r.fee
  FROM jsonb_to_recordset($2::jsonb) AS r(direction text, prefix text, rate bigint, first integer, next integer, fee bigint)`;
const ACTIVATE = `INSERT INTO cdr.deck_activations (id, deck_id, kind, carrier_id, effective_from, created_at)
  VALUES ($1, $1, 'voice', $2, $3, $3)`;

/** What a deck says of a call, computed apart from the product, in micro-cents. */
function expectedMicrocents(legs: readonly RateQuote[], seconds: number): bigint {
  const sixtieths = legs.reduce(
    (sum, { ratePerMinuteMicrocents: rate, firstSeconds, nextSeconds, connectionFeeCents }) => {
      let billed = firstSeconds;
      while (billed < seconds) billed += nextSeconds;
      return sum + BigInt(rate) * BigInt(billed) + BigInt(connectionFeeCents) * 60_000_000n;
    },
    0n,
  );
  return sixtieths / 60n + (sixtieths % 60n > 0n ? 1n : 0n);
}

describe('the margin report of 10,000 random calls with deck changes in between', () => {
  const random = seeded(2026);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const clock = new TestClock(START);
  const accounts = Array.from({ length: 12 }, () => newId('acc'));
  const since = { from: addDays(AFTER_THE_CALLS, 1) };
  const charges = new FakeCharges();
  let rating: CallRating;
  let costs = 0n;
  const costsByCarrier = new Map<string | null, bigint>();

  /** New prices of customers and of every carrier; some carriers do not price some destinations. */
  const changeDecks = async (period: number) => {
    for (const carrierId of [null, ...CARRIERS]) {
      const id = newId('deck');
      const prefixes =
        carrierId === null ? ['38', '3859', '254', '49', '1', '44', ''] : ['385', '3859', '254', '49', '1', '44'];
      const rates = prefixes
        .filter(() => carrierId === null || random(5) > 0)
        .flatMap((prefix) =>
          ['outbound', 'inbound'].map((direction) => ({
            ...{ direction, prefix, rate: random(9_000_000), first: pick([1, 6, 30, 60]), next: pick([1, 6, 60]) },
            fee: random(4) > 0 ? 0 : random(5),
          })),
        );
      const at = addDays(START, period);
      await database.db.query(ADD_DECK, [id, carrierId, at]);
      await database.db.query(ADD_RATES, [id, JSON.stringify(rates)]);
      await database.db.query(ACTIVATE, [id, carrierId, at]);
    }
  };

  const offers = async () => {
    const found = new Map<string, PricedOffer>();
    for (const direction of ['outbound', 'inbound'] as const)
      for (const to of NUMBERS)
        found.set(direction + to, await rating.quoteWithCosts({ accountId: 'acc_1', direction, to, numberType: null }));
    return (direction: 'outbound' | 'inbound') => found.get(direction + pick(NUMBERS))!;
  };

  type RandomCall = { readonly decision: Decision & { readonly accountId: string }; readonly row: object };

  const aCall = (offer: Awaited<ReturnType<typeof offers>>): RandomCall => {
    const direction = pick(['outbound', 'inbound'] as const);
    const isForwarded = direction === 'inbound' && random(2) === 0;
    const own = offer(direction);
    const leg = isForwarded ? offer('outbound') : own;
    const carrierId = pick(CARRIERS);
    const outboundCost = leg.costs.get(carrierId)?.cost;
    const route =
      direction === 'outbound' || isForwarded
        ? aRoute({
            targetKind: 'pstn_forward',
            carrierId,
            rating: isForwarded ? leg.price : null,
            ...(outboundCost && { cost: outboundCost }),
          })
        : aRoute();
    const inboundCost = direction === 'inbound' ? (own.costs.get(pick(CARRIERS))?.cost ?? null) : null;
    const decision = aNewDecision({
      ...{ accountId: pick(accounts), direction, rating: own.price, cost: inboundCost, routes: [route] },
      e164: pick(['+4930901820', '+4930901821', null]),
    });
    const isAnswered = random(5) > 0;
    const started = decision.createdAt.getTime() / 1000;
    const seconds = random(600);
    const times = {
      started_at: started,
      answered_at: isAnswered ? started + 5 : null,
      ended_at: started + 5 + seconds,
    };
    if (isAnswered && seconds > 0) {
      const legs = [inboundCost, route.cost].filter((each) => !!each);
      const microcents = expectedMicrocents(legs, seconds);
      costs += microcents;
      const key = route.carrierId ?? inboundCost?.carrierId ?? null;
      costsByCarrier.set(key, (costsByCarrier.get(key) ?? 0n) + microcents);
    }
    return { decision, row: aRowOf(decision, { ...times, sip_code: isAnswered ? 200 : 486 }) };
  };

  beforeAll(async () => {
    rating = new CallRating(
      new StoredDecksInForce(database.db),
      new LoadedDeckPrices(database.db, new RecordingLog()),
      clock,
    );
    await changeDecks(0);
    for (let period = 1; period <= PERIODS; period++) {
      const offer = await offers();
      const calls = Array.from({ length: CALLS }, () => aCall(offer));
      // The decks change while the calls last.
      await changeDecks(period);
      clock.advance(86_400);
      const world = ingestWorldWith(database.db, {
        decisions: calls.map(({ decision }) => decision),
        charges,
        clock: new TestClock(addSeconds(addDays(AFTER_THE_CALLS, period), random(3_600))),
      });
      for (let from = 0; from < CALLS; from += BATCH) {
        const outcomes = await world.recordCdrs.record(calls.slice(from, from + BATCH).map(({ row }) => row));
        expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['recorded']));
      }
    }
  }, 120_000);

  const charged = () => charges.posted.reduce((sum, { amountCents }) => sum + BigInt(amountCents), 0n);
  const sumOf = (rows: readonly MarginView[], of: (row: MarginView) => number) =>
    rows.reduce((sum, row) => sum + BigInt(of(row)), 0n);

  it.each(MARGIN_GROUPS)('is the sum of charges minus the sum of costs, by %s', async (group) => {
    const rows = await reportOf(group, since);
    expect(costs).toBeGreaterThan(0n);
    expect(sumOf(rows, (row) => row.chargedCents)).toBe(charged());
    expect(sumOf(rows, (row) => row.costMicrocents)).toBe(costs);
    expect(sumOf(rows, (row) => row.marginMicrocents)).toBe(charged() * 1_000_000n - costs);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  it('has the costs of each carrier, and one day per deck change', async () => {
    const rows = await reportOf('carrier', since);
    const found = new Map(
      rows.filter(({ costMicrocents }) => costMicrocents > 0).map((row) => [row.key, BigInt(row.costMicrocents)]),
    );
    expect(found).toEqual(new Map([...costsByCarrier].filter(([, microcents]) => microcents > 0n)));
    expect(await reportOf('day', since)).toHaveLength(PERIODS);
  });

  it('reads a day and a carrier alone', async () => {
    const days = await reportOf('day', since);
    const from = new Date(`${days[3]?.key ?? ''}T00:00:00Z`);
    expect(await reportOf('day', { from, to: addDays(from, 1) })).toEqual([days[3]]);
    const [a] = await reportOf('carrier', { ...since, carrierId: 'car_a' });
    expect(a).toEqual((await reportOf('carrier', since)).find(({ key }) => key === 'car_a'));
  });
});
