import pg from 'pg';
import { pause } from '../postgres';
import { orderNumber, report, routeCalls } from './calls';
import { type Comparison, ofRounds } from './measuring/measure';
import { startBenchStack } from './stack/stack';

const ROUNDS = 5;
const EVENTS = 20_000;
const CALLS = 1_000;
const TARGETS = { idle: 3_000, ingest: 500 };
const LOOK_MS = 100;

const never = new Promise<void>(() => undefined);

const PUBLISH = `
  INSERT INTO platform.outbox (id, account_id, type, data, created_at)
  SELECT 'evt_' || $1 || n, $1, 'call.completed',
    jsonb_build_object('cdr_id', 'cdr_' || n, 'direction', 'inbound', 'e164', '+12025550100',
      'billable_duration_s', 60, 'customer_total_cents', 2), now()
  FROM generate_series(1, ${EVENTS}) AS n`;

/** Measures one lane from the outbox to the event log, on an idle process and while CDRs are ingested. */
export async function benchEvents(): Promise<Comparison[]> {
  const stack = await startBenchStack();
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  const seen = { idle: [] as number[], ingest: [] as number[] };
  try {
    await client.connect();
    const caller = { stack, number: await orderNumber(stack) };
    for (let round = 1; round <= ROUNDS; round++) {
      const idle = await rateUntil(client, `acc_idle${round}`, never);
      const rows = await routeCalls(caller, CALLS);
      const ingest = await rateUntil(client, `acc_ingest${round}`, report(stack, rows));
      process.stderr.write(
        `events ${round}/${ROUNDS}: ${Math.round(idle)}/s idle, ${Math.round(ingest)}/s in ingest\n`,
      );
      seen.idle.push(idle);
      seen.ingest.push(ingest);
    }
    return [
      comparison('one lane, outbox to event log', seen.idle, TARGETS.idle),
      comparison(`the same while ${CALLS} CDRs are taken`, seen.ingest, TARGETS.ingest),
    ];
  } finally {
    await client.end();
    await stack.stop();
  }
}

function comparison(name: string, ours: readonly number[], required: number): Comparison {
  return ofRounds(name, { floor: ours.map(() => required), ours }, 1);
}

/** Publishes events of one account. Returns how many are recorded per second until all are or `end` settles. */
async function rateUntil(client: pg.Client, accountId: string, end: Promise<unknown>): Promise<number> {
  const ended = new AbortController();
  const over = end.finally(() => ended.abort());
  await client.query(PUBLISH, [accountId]);
  await client.query('NOTIFY trunkline_outbox');
  const begun = performance.now();
  let recorded = 0;
  while (recorded < EVENTS && !ended.signal.aborted) {
    await Promise.race([over, pause(LOOK_MS)]);
    const { rows } = await client.query<{ count: string }>(
      `SELECT count(*) FROM webhooks.events WHERE account_id = $1`,
      [accountId],
    );
    recorded = Number(rows[0]?.count);
  }
  const seconds = (performance.now() - begun) / 1000;
  if (end !== never) await over;
  return recorded / seconds;
}
