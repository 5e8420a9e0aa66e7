import { createHmac } from 'node:crypto';
import { type Log, Notifications, openQueueBackend, type QueueBackend } from '@trunkline/platform';
import { pause } from '../../postgres';
import type { BenchReceiver } from './receiver';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYq';
const BULK = 500;
const POLL_MS = 50;
const LOCK_MS = 30_000;

/** The request of a delivery, signed as ours. */
async function sendSigned(url: string, id: string): Promise<void> {
  const data = { number_id: 'num_0mh2k3l4p9f1c2d3e4b5a6978', e164: '+12125550123' };
  const time = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({ id, type: 'number.released', created_at: time, data });
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  const own = createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex');
  const standard = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-svc-signature': `t=${time},v1=${own}`,
      'x-svc-event-id': id,
      'webhook-id': id,
      'webhook-timestamp': String(time),
      'webhook-signature': `v1,${standard}`,
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(5000),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The receiver answered ${response.status}.`);
}

export interface Load {
  readonly receiver: BenchReceiver;
  readonly events: number;
  readonly concurrency: number;
}

/** Sends without queue and database. */
export async function sendInLoop({ receiver, events, concurrency }: Load): Promise<void> {
  let next = 0;
  const loop = async () => {
    while (next < events) await sendSigned(receiver.url('/hook'), `evt_${next++}`);
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
}

/** Sends one job after the other with a BullMQ processor that does nothing else. */
export async function sendByProcessor({ receiver, events, concurrency }: Load, backend: QueueBackend): Promise<void> {
  const name = 'bench-plain';
  await backend.ready(name);
  const queue = backend.queue(name);
  const jobs = Array.from({ length: events }, (_, n) => ({
    name: 'send',
    data: { id: `evt_${n}` },
    opts: { removeOnComplete: true, attempts: 1 },
  }));
  for (let at = 0; at < events; at += BULK) await queue.addBulk(jobs.slice(at, at + BULK));
  const worker = backend.worker(name, (job) => sendSigned(receiver.url('/hook'), (job.data as { id: string }).id), {
    concurrency,
    lockDuration: LOCK_MS,
  });
  while ((await receiver.count()) < events) await pause(POLL_MS);
  await worker.close();
  await queue.close();
}

/** Jobs are found by polling: nothing starts to listen. */
export function openBackend(databaseUrl: string, log: Log): QueueBackend {
  const address = { DATABASE_URL: databaseUrl, REDIS_URL: process.env['REDIS_URL'] };
  return openQueueBackend(address, new Notifications(databaseUrl), log);
}
