import { get, type IncomingMessage } from 'node:http';
import { pause } from '../postgres';
import type { Stack } from '../tour/stack';
import { accountOf } from './stack/account';
import { type Comparison, underLimit } from './measuring/measure';
import { onClient } from './stack/database';
import { onStack } from './stack/stack';

const STREAMS = 1_000;
const OPENED_AT_ONCE = 50;
const EVENTS = 200;
const TARGETS = { megabytes: 150, latencyMs: 1_000 };
const SETTLE_MS = 5_000;

interface Reader {
  readonly response: IncomingMessage;
  received: number;
}

/** Measures the memory of an API process with 1,000 open streams, and how long events take to reach all of them. */
export const benchStreams = (): Promise<Comparison[]> =>
  onStack(async (stack) => {
    const { apiKey } = accountOf(stack);
    const readers = await openStreams(stack, apiKey, 10);
    await pause(SETTLE_MS);
    const before = await residentMegabytes(stack);
    readers.push(...(await openStreams(stack, apiKey, STREAMS)));
    const latencyMs = await send(stack, readers);
    await pause(SETTLE_MS);
    const after = await residentMegabytes(stack);
    readers.forEach(({ response }) => response.destroy());
    process.stderr.write(`streams: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB with ${STREAMS}\n`);
    const everyTen = (TARGETS.latencyMs * EVENTS) / 10;
    return [
      underLimit(`memory of ${STREAMS} open streams`, 'MB', TARGETS.megabytes, after - before),
      underLimit(`${EVENTS} events to ${STREAMS} streams of one account`, 'ms', everyTen, latencyMs),
    ];
  });

async function openStreams(stack: Stack, key: string, count: number): Promise<Reader[]> {
  const readers: Reader[] = [];
  while (readers.length < count) {
    const batch = Math.min(OPENED_AT_ONCE, count - readers.length);
    readers.push(...(await Promise.all(Array.from({ length: batch }, () => openStream(stack, key)))));
  }
  return readers;
}

function openStream(stack: Stack, key: string): Promise<Reader> {
  const options = { headers: { authorization: `Bearer ${key}` }, agent: false };
  return new Promise((resolve, reject) => {
    const request = get(`${stack.rootUrl}/v1/events/stream`, options, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`A stream returned ${response.statusCode}.`));
      const reader: Reader = { response, received: 0 };
      response.setEncoding('utf8').on('data', (text: string) => {
        reader.received += text.split('\ndata: ').length - 1;
      });
      resolve(reader);
    });
    request.once('error', reject);
  });
}

/** Publishes events and returns after how many milliseconds all readers have received all. */
async function send(stack: Stack, readers: readonly Reader[]): Promise<number> {
  const begun = performance.now();
  await onClient(stack.databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO platform.outbox (id, account_id, type, data, created_at)
       SELECT 'evt_bench' || n, $1, 'call.completed', jsonb_build_object('cdr_id', 'cdr_' || n, 'direction', 'inbound',
         'e164', '+12025550100', 'billable_duration_s', 60, 'customer_total_cents', 2), now()
       FROM generate_series(1, ${EVENTS}) AS n`,
      [accountOf(stack).accountId],
    );
    await client.query('NOTIFY trunkline_outbox');
  });
  while (readers.some(({ received }) => received < EVENTS)) {
    await pause(50);
    if (performance.now() - begun > 120_000) throw new Error('Not every stream received every event.');
  }
  return performance.now() - begun;
}

async function residentMegabytes(stack: Stack): Promise<number> {
  const text = await (await fetch(`${stack.metricsUrl}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith('process_resident_memory_bytes'));
  return Number(line?.split(' ').at(-1)) / 1e6;
}
