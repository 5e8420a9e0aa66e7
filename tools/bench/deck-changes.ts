import { ask, textAt } from '../tour/http';
import type { Stack } from '../tour/stack';
import { pause } from '../postgres';
import { type Comparison, underLimit } from './measuring/measure';
import { probeDuring } from './measuring/probe';
import { onClient } from './stack/database';
import { call, report, routesOf } from './switch/calls';

/** A caller does not notice it. A switch waits for four times as long. */
const SLOWEST_MS_MAX = 500;
/** Calls between two changes. */
const BETWEEN_MS = 3_000;
const SECONDS = 50;
/** Calls of a report, as many as a switch sends at once. */
const REPORTED = 100;

type Call = Awaited<ReturnType<typeof call>>;

/**
 * Measures routes at fixed times while an operator uploads a deck, previews it, makes it the default deck and rolls it back, and
 * the switch reports the calls. Rejects unless each call was recorded and charged once, by the prices of its decision.
 */
export async function deckChanges(stack: Stack, number: string, file: string): Promise<Comparison> {
  const calls: Call[] = [];
  let reported = 0;
  const probe = async () => void calls.push(await call(routesOf(stack), [number]));
  const reportSome = async () => {
    const some = calls.slice(reported, reported + REPORTED);
    reported += some.length;
    await report(stack, some.map(cdrOf));
  };
  let isOver = false;
  const reporting = async () => {
    while (!isOver || reported < calls.length) {
      if (reported < calls.length) await reportSome();
      await pause(20);
    }
  };
  const changing = async () => {
    try {
      return await changes(stack, file);
    } finally {
      isOver = true;
    }
  };
  const changed = changing();
  const times = await probeDuring(probe, Promise.all([changed, reporting()]));
  while (reported < calls.length) await reportSome();
  await verify(stack, calls, await changed);
  process.stderr.write(
    `${calls.length} calls while a deck was changed: slowest route ${Math.round(Math.max(...times))} ms\n`,
  );
  const name =
    'slowest POST /switch/route while a deck of 200000 prices is uploaded, previewed, activated and rolled back';
  return underLimit(name, 'ms', SLOWEST_MS_MAX, Math.max(...times));
}

function cdrOf(each: Call): object {
  const startedAt = Math.floor(Date.now() / 1000);
  const times = { started_at: startedAt, answered_at: startedAt, ended_at: startedAt + SECONDS };
  return { switch_id: 'bench', ...each, ...times, sip_code: 200 };
}

/** Returns the id of the deck. */
async function changes({ internalUrl, operatorToken }: Stack, file: string): Promise<string> {
  const headers = { authorization: `Bearer ${operatorToken}` };
  const decks = `${internalUrl}/operator/rate-decks`;
  await pause(BETWEEN_MS);
  const csv = { ...headers, 'content-type': 'text/csv' };
  const uploaded = await fetch(`${decks}?name=Changes`, { method: 'POST', headers: csv, body: file });
  const id = textAt(await uploaded.json(), 'data.id');
  await ask('GET', `${decks}/${id}/preview`, { headers });
  for (const step of ['activate', 'roll-back', 'activate', 'roll-back']) {
    const body = step === 'activate' ? { default: true } : {};
    const answer = await ask('POST', `${decks}/${id}/${step}`, { headers, body });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    await pause(BETWEEN_MS);
  }
  return id;
}

async function verify({ databaseUrl }: Stack, calls: readonly Call[], deckId: string): Promise<void> {
  const counts = await onClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ calls: number; right: number; byNew: number }>(
      `SELECT count(*)::integer AS calls,
         count(*) FILTER (WHERE c.rating->>'deckId' = d.rating->>'deckId' AND t.id IS NOT NULL)::integer AS right,
         count(*) FILTER (WHERE c.rating->>'deckId' = $2)::integer AS "byNew"
       FROM unnest($1::text[]) AS given (id) JOIN voice.decisions d USING (id) JOIN cdr.cdrs c ON c.decision_id = d.id
       LEFT JOIN billing.transactions t ON t.id = c.billing_transaction_id AND t.amount_cents = -c.customer_total_cents`,
      [calls.map(({ decision_id: id }) => id), deckId],
    );
    return rows[0] ?? { calls: 0, right: 0, byNew: 0 };
  });
  const isRight = counts.right === calls.length && counts.calls === calls.length;
  const hasBoth = counts.byNew > 0 && counts.byNew < counts.calls;
  if (!isRight || !hasBoth) throw new Error(`Of ${calls.length} calls: ${JSON.stringify(counts)}`);
}
