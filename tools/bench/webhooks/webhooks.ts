// 20,000 events to one endpoint on loopback, beside a loop of signed requests and a BullMQ processor that does nothing
// else; 200 endpoints of which 20 hang; and the latency of single events. With REDIS_URL, queues are on Redis.
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { EventBus, newId, Transactor } from '@trunkline/kernel';
import { Log } from '@trunkline/platform';
import type pg from 'pg';
import { pause } from '../../postgres';
import { anySecrets, applicationOn } from '../stack/application';
import { WorkerCrew } from '../billing/worker-crew';
import { analyze, onClient, onDatabase } from '../stack/database';
import { type Comparison, ofRounds, percentile, underLimit } from '../measuring/measure';
import { accountWith, type BenchAccount, queueBacklog } from './endpoints';
import { openBackend, sendByProcessor, sendInLoop } from './plain-senders';
import { type Arrival, BenchReceiver } from './receiver';

const ROUNDS = 5;
const EVENTS = 20_000;
/** Of a floor, whose rate does not depend on their number. */
const FLOOR_EVENTS = 3_000;
/** The default of WEBHOOK_ENDPOINT_CONCURRENCY. */
const CONCURRENCY = 20;
const GIVE_UP_MS = 120_000;
const POLL_MS = 100;
const ACCOUNTS = 10;
const ENDPOINTS_EACH = 20;
const HANGING_EACH = 2;
const EVENTS_EACH = 40;
const SINGLE = 50;
const PAUSE_MS = 200;
/** 400 deliveries a second: less than a busy machine can make, so that the latency is not that of a backlog. */
const SPREAD_PAUSE_MS = 500;
const TARGETS = { processor: 0.7, hanging: 1.5, singleMs: 150 };

interface Bench {
  readonly url: string;
  readonly client: pg.Client;
  readonly application: INestApplicationContext;
  readonly receiver: BenchReceiver;
}

/** Measures deliveries of one worker process. */
export const benchWebhooks = (): Promise<Comparison[]> => onDatabase(run);

async function run(url: string): Promise<Comparison[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'trunkline-bench-'));
  const redis = process.env['REDIS_URL'];
  const env = {
    ...anySecrets(),
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    ...(redis && { REDIS_URL: redis }),
  };
  const application = await applicationOn(url, env);
  const receiver = await BenchReceiver.start();
  const crew = await WorkerCrew.start(1, env);
  try {
    return await onClient(url, async (client) => {
      const bench = { url, client, application, receiver };
      return [...(await throughput(bench)), await single(bench), await besideHanging(bench)];
    });
  } finally {
    await crew.kill();
    await receiver.stop();
    await application.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function throughput(bench: Bench): Promise<Comparison[]> {
  const { receiver, application } = bench;
  const load = { receiver, events: FLOOR_EVENTS, concurrency: CONCURRENCY };
  const backend = openBackend(bench.url, application.get(Log));
  const seen = { loop: [] as number[], processor: [] as number[], ours: [] as number[] };
  for (let round = 1; round <= ROUNDS; round++) {
    await sendInLoop(load);
    seen.loop.push(rateOf(await receiver.take()));
    await sendByProcessor(load, backend);
    seen.processor.push(rateOf(await receiver.take()));
    seen.ours.push(rateOf(await deliverBacklog(bench)));
    const [loop, processor, ours] = [seen.loop, seen.processor, seen.ours].map((rates) =>
      Math.round(rates.at(-1) ?? 0),
    );
    process.stderr.write(`webhooks ${round}/${ROUNDS}: loop ${loop}/s, processor ${processor}/s, ours ${ours}/s\n`);
  }
  await backend.close();
  const { loop, processor, ours } = seen;
  return [
    ofRounds('webhooks to one endpoint, beside a loop', { floor: loop, ours }, 0),
    ofRounds('the same, beside a plain BullMQ processor', { floor: processor, ours }, TARGETS.processor),
  ];
}

async function deliverBacklog({ client, application, receiver }: Bench): Promise<Arrival[]> {
  const account = await accountWith(application, [receiver.url('/hook')]);
  await queueBacklog(client, account, EVENTS);
  return arrivals(receiver, EVENTS);
}

/** Returns the median time from the commit of an event to its request, on an idle worker. */
async function single({ application, receiver }: Bench): Promise<Comparison> {
  const account = await accountWith(application, [receiver.url('/hook')]);
  const published = new Map<string, number>();
  for (let n = 0; n < SINGLE; n++) {
    await publish(application, account, published);
    await pause(PAUSE_MS);
  }
  const p50 = percentile(latencies(await arrivals(receiver, SINGLE), published), 0.5);
  process.stderr.write(`webhooks: event committed to request received, p50 ${p50.toFixed(0)} ms\n`);
  return underLimit('event committed to request received, p50', 'ms', TARGETS.singleMs, p50);
}

/** Compares the p99 of 180 endpoints with and without 20 others that hang. */
async function besideHanging(bench: Bench): Promise<Comparison> {
  await analyze(bench.url);
  const alone = await spread(bench, 0);
  const beside = await spread(bench, HANGING_EACH);
  process.stderr.write(
    `webhooks: p99 of 180 endpoints ${alone.toFixed(0)} ms, beside 20 that hang ${beside.toFixed(0)} ms\n`,
  );
  const name = 'p99 of 180 endpoints beside 20 that hang, limit 1.5 of alone';
  return underLimit(name, 'ms', alone * TARGETS.hanging, beside);
}

/** Publishes 40 events in each of ten accounts, two a second, and returns the p99 of the endpoints that answer. */
async function spread({ application, receiver }: Bench, hanging: number): Promise<number> {
  const healthy = ENDPOINTS_EACH - HANGING_EACH;
  const accounts: BenchAccount[] = [];
  for (let n = 0; n < ACCOUNTS; n++) {
    const urls = [
      ...Array.from({ length: hanging }, (_, at) => receiver.url(`/hang/${n}/${at}`)),
      ...Array.from({ length: healthy }, (_, at) => receiver.url(`/hook/${n}/${at}`)),
    ];
    accounts.push(await accountWith(application, urls));
  }
  const published = new Map<string, number>();
  for (let n = 0; n < EVENTS_EACH; n++) {
    await Promise.all(accounts.map((account) => publish(application, account, published)));
    await pause(SPREAD_PAUSE_MS);
  }
  const seen = latencies(await arrivals(receiver, ACCOUNTS * healthy * EVENTS_EACH), published);
  return percentile(seen, 0.99);
}

/** Publishes one event and notes when it was committed, by its place in the account's order. */
async function publish(
  application: INestApplicationContext,
  { id: accountId }: BenchAccount,
  published: Map<string, number>,
): Promise<void> {
  const data = { number_id: newId('num'), e164: '+12125550123' };
  const events = application.get(EventBus, { strict: false });
  await application
    .get(Transactor, { strict: false })
    .run(() => events.publish({ type: 'number.released', accountId, data }));
  published.set(data.number_id, performance.timeOrigin + performance.now());
}

function latencies(seen: readonly Arrival[], published: ReadonlyMap<string, number>): number[] {
  return seen.map(({ key, at }) => at - (published.get(key.split(' ')[0] ?? '') ?? NaN));
}

/** Waits until this many requests have arrived, and returns them. */
async function arrivals(receiver: BenchReceiver, count: number): Promise<Arrival[]> {
  const until = performance.now() + GIVE_UP_MS;
  while ((await receiver.count()) < count) {
    if (performance.now() > until) throw new Error(`Only ${await receiver.count()} of ${count} requests arrived.`);
    await pause(POLL_MS);
  }
  return receiver.take();
}

function rateOf(seen: readonly Arrival[]): number {
  const times = seen.map(({ at }) => at).sort((a, b) => a - b);
  return (times.length / ((times.at(-1) ?? 0) - (times[0] ?? 0))) * 1000;
}
