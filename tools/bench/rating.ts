import 'reflect-metadata';
import { type DeckPrice, PreviewDeck, PriceIndex, rateRecord } from '@trunkline/cdr';
import { Work } from '@trunkline/platform';
import { randomInt } from 'node:crypto';
import type { Client } from 'pg';
import { textAt } from '../tour/http';
import type { Stack } from '../tour/stack';
import { costDecks, withCosts } from './cost-decks';
import { deckChanges } from './deck-changes';
import { compare, type Comparison, underLimit } from './measuring/measure';
import { inApplication } from './stack/application';
import { analyze, bulkLoad, onClient } from './stack/database';
import { onStack } from './stack/stack';
import { orderNumber, routesOf } from './switch/calls';
import { copyCustomer } from './switch/customers';
import { caller } from './switch/route';

const PRICES = 200_000;
const INBOUND = 1_000;
const LOOK_UPS = 1_000_000;
const CDRS = 1_000_000;
const ACCOUNTS = 200;
/** Numbers that are called, each about ten times. */
const NUMBERS = 100_000;
const LANES = 32;
const ROUNDS = { rounds: 5, seconds: 2, warmUps: 1, target: 0.95 };
const PREVIEWS = 3;
const LIMITS = { lookUpMs: 0.01, previewMs: 10_000 };

/** Measures how prices are found in a deck of 200,000, what they and changes of decks cost a route, and the preview of 1,000,000 CDRs. */
export const benchRating = (): Promise<Comparison[]> =>
  onStack(async (stack) => {
    const prices = somePrices();
    const lookUps = measureLookUps(prices);
    const number = await orderNumber(stack);
    const customers = await copyCustomer(stack, number);
    const deckId = await upload(stack, prices);
    const [own, others] = [0, 1].map((half) => customers.filter((_, index) => index % 2 === half));
    await onClient(stack.databaseUrl, (db) =>
      db.query(
        `INSERT INTO cdr.account_prices (account_id, rate_deck_id, discount_pct, updated_at) SELECT id, $2, 10, now()
         FROM unnest($1::text[]) id`,
        [own?.map(({ accountId }) => accountId), deckId],
      ),
    );
    const numbersOf = (some: typeof customers = []) => ({ stack, numbers: some.map(({ e164 }) => e164), lanes: LANES });
    const target = routesOf(stack);
    const pair = {
      floor: caller('default deck', target, numbersOf(others)),
      ours: caller(`deck of ${PRICES} prices`, target, numbersOf(own)),
    };
    const name = `POST /switch/route, accounts with a deck of ${PRICES} prices beside others`;
    const routes = await compare(name, pair, { ...ROUNDS, afterWarmUps: () => analyze(stack.databaseUrl) });
    const set = await costDecks(stack, fileOf(prices));
    const costs = { floor: withCosts(pair.ours, false, set), ours: withCosts(pair.ours, true, set) };
    const named = `POST /switch/route, such accounts, with three decks of carriers beside none`;
    const carried = await compare(named, costs, { ...ROUNDS, afterWarmUps: () => analyze(stack.databaseUrl) });
    await set(false);
    const changes = await deckChanges(stack, number, fileOf(prices));
    return [lookUps, routes, carried, changes, await measurePreviews(stack, prices, deckId)];
  });

/** Returns prices of distinct prefixes of four to seven digits, and some inbound ones. */
function somePrices(): readonly DeckPrice[] {
  const prefixes = new Set<string>();
  while (prefixes.size < PRICES - INBOUND)
    prefixes.add(String(randomInt(1_000_000, 9_999_999)).slice(0, randomInt(4, 8)));
  const price = { ratePerMinuteMicrocents: 1_500_000, connectionFeeCents: 0, firstSeconds: 60, nextSeconds: 6 };
  const outbound = [...prefixes].map((prefix) => ({
    ...price,
    direction: 'outbound' as const,
    numberType: null,
    prefix,
    description: `Destination ${prefix.slice(0, 4)}`,
  }));
  const inbound = Array.from({ length: INBOUND }, (_, n) => ({
    ...price,
    direction: 'inbound' as const,
    numberType: n % 2 === 0 ? null : 'geographic',
    prefix: n < 2 ? '' : String(1_000 + Math.floor(n / 2)),
    description: 'Calls to numbers',
  }));
  return [...outbound, ...inbound];
}

/** Measures a look-up in the memory of the process. */
function measureLookUps(prices: readonly DeckPrice[]): Comparison {
  const types = ['geographic', null];
  const counts = [
    { direction: 'outbound' as const, numberType: null, prices: PRICES - INBOUND },
    ...types.map((numberType) => ({ direction: 'inbound' as const, numberType, prices: INBOUND / 2 })),
  ];
  const index = new PriceIndex('deck_bench', counts);
  for (const price of prices) index.add(price);
  const numbers = Array.from({ length: 10_000 }, someNumber);
  let found = 0;
  const rounds = Array.from({ length: ROUNDS.rounds + 1 }, () => {
    const begun = performance.now();
    for (let n = 0; n < LOOK_UPS; n++) {
      const to = numbers[n % numbers.length] ?? '';
      if (index.find({ direction: 'outbound', to, numberType: null })) found += 1;
    }
    return (performance.now() - begun) / LOOK_UPS;
  });
  process.stderr.write(
    `${LOOK_UPS} look-ups, ${Math.round((100 * found) / LOOK_UPS / rounds.length)} % with a price\n`,
  );
  return underLimit(`price of a call in ${PRICES} prefixes`, 'ms', LIMITS.lookUpMs, rounds.slice(1));
}

const someNumber = () => `+${randomInt(10_000_000, 99_999_999)}${randomInt(100, 999)}`;

const fileOf = (prices: readonly DeckPrice[]) =>
  rateRecord('voice') + prices.map((price) => rateRecord('voice', price)).join('');

/** Uploads a deck as an operator does, and activates it for accounts. */
async function upload({ internalUrl, operatorToken }: Stack, prices: readonly DeckPrice[]): Promise<string> {
  const authorization = `Bearer ${operatorToken}`;
  const body = fileOf(prices);
  const begun = performance.now();
  const uploaded = await fetch(`${internalUrl}/operator/rate-decks?name=Bench`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'text/csv' },
    body,
  });
  const answer: unknown = await uploaded.json();
  const id = textAt(answer, 'data.id');
  process.stderr.write(`uploaded ${prices.length} prices in ${Math.round(performance.now() - begun)} ms: ${id}\n`);
  const activated = await fetch(`${internalUrl}/operator/rate-decks/${id}/activate`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{}',
  });
  if (activated.status !== 200) throw new Error(await activated.text());
  return id;
}

/** Measures the preview of a changed deck against the first one. */
async function measurePreviews(stack: Stack, prices: readonly DeckPrice[], against: string): Promise<Comparison> {
  const changed = prices.map((price, n) => ({ ...price, ratePerMinuteMicrocents: 1_000_000 + (n % 1_000) * 1_000 }));
  const deckId = await upload(stack, changed);
  await onClient(stack.databaseUrl, plantCdrs);
  await analyze(stack.databaseUrl);
  const seen = await inApplication(stack, async (app) => {
    const times: number[] = [];
    for (let round = 1; round <= PREVIEWS; round++) {
      const begun = performance.now();
      const { calls } = await new Work('lists').run(() => app.get(PreviewDeck).preview(deckId, against));
      times.push(performance.now() - begun);
      if (calls?.calls !== CDRS) throw new Error(`The preview has ${calls?.calls} calls.`);
      process.stderr.write(`preview ${round}/${PREVIEWS}: ${Math.round(times.at(-1) ?? 0)} ms\n`);
    }
    return times;
  });
  return underLimit(`preview over ${CDRS} CDRs`, 'ms', LIMITS.previewMs, seen);
}

/** Inserts answered calls of 200 accounts to 100,000 numbers, and a third to numbers of the accounts, over 29 days. */
async function plantCdrs(owner: Client): Promise<void> {
  const numbers = Array.from({ length: NUMBERS }, someNumber);
  await owner.query(
    'CREATE TEMPORARY TABLE called AS SELECT place, number FROM unnest($1::text[]) WITH ORDINALITY AS t (number, place)',
    [numbers],
  );
  await owner.query(
    `INSERT INTO cdr.account_marks SELECT 'acc_preview' || n, now() FROM generate_series(0, ${ACCOUNTS - 1}) n`,
  );
  await bulkLoad(
    owner,
    'cdr.cdrs',
    `INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, caller, callee, e164, number_id,
       number_type, country, sip_trunk_id, started_at, answered_at, ended_at, duration_seconds, billable_duration_seconds,
       hangup_cause, sip_response_code, disconnected_by, customer_total_cents, currency, billing_transaction_id, rating, attempts,
       created_at)
     SELECT 'cdr_00preview' || n, 'acc_preview' || calls.n % ${ACCOUNTS}, 'bench', 'call' || n, 'rd_' || n,
       CASE WHEN n % 3 = 0 THEN 'inbound' ELSE 'outbound' END, '+442079460000', called.number,
       '+4930' || lpad((n % 1000)::text, 7, '0'), 'num_1', 'geographic', 'DE', 'trk_1', at, at, at + interval '100 s', 100,
       1 + n % 600, 'normal_clearing', 200, 'caller', 2, 'USD', 'txn_' || n,
       '{"deckId": "deck_default", "prefix": "49", "ratePerMinuteMicrocents": 1200000}', '[]', at + interval '101 s'
     FROM (SELECT n, 1 + n * 7919::bigint % ${NUMBERS} AS place, now() - interval '29 days' * (n::float8 / ${CDRS}) AS at
       FROM generate_series(1, ${CDRS}) n) calls JOIN called ON called.place = calls.place`,
  );
}
