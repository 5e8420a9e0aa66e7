import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Metrics } from '../observability/metrics';
import { connectRedis } from '../stores/redis-connection';
import {
  canStartRedis,
  disconnected,
  eventually,
  freePort,
  type OwnRedis,
  RecordingLog,
  startOwnRedis,
} from '../testing/index';
import { RedisQueueBackend } from './redis-queue-backend';
import { JobQueues } from './job-queues';

const WITHIN_MS = 5000;

/** Where the machine has no Redis there is nothing to fail over; the test run says so. */
const redisTests = canStartRedis() ? describe : describe.skip;

redisTests('queues on a Redis that another takes over from', () => {
  let master: OwnRedis;
  let replica: OwnRedis;
  const ends: (() => unknown)[] = [];

  const command = async ({ url }: OwnRedis, name: string, ...args: string[]): Promise<void> => {
    const client = new Redis(url);
    try {
      await client.call(name, ...args);
    } finally {
      client.disconnect();
    }
  };
  const portOf = ({ url }: OwnRedis): string => new URL(url).port;
  const start = (url: string): { readonly queues: JobQueues; readonly seen: string[] } => {
    const log = new RecordingLog();
    const queues = new JobQueues(new RedisQueueBackend(url, () => undefined), new Metrics('test'), log);
    ends.push(() => queues.close());
    const seen: string[] = [];
    queues.process('mails', (job) => Promise.resolve(seen.push(job.id)), 2);
    return { queues, seen };
  };
  const works = async ({ queues, seen }: ReturnType<typeof start>, id: string): Promise<void> => {
    await queues.ping();
    await queues.add('mails', { id, name: 'mail', data: {} });
    await eventually(() => expect(seen).toContain(id));
  };

  beforeEach(async () => {
    [master, replica] = [await startOwnRedis(), await startOwnRedis()];
    await command(replica, 'REPLICAOF', '127.0.0.1', portOf(master));
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await Promise.all([master.kill(), replica.kill()]);
  });
  afterAll(disconnected);

  it('are not ready while it is a replica, and continue within five seconds of its promotion', async () => {
    const worker = start(master.url);
    const stores = connectRedis(master.url, new RecordingLog());
    ends.push(() => stores.client?.disconnect());
    await eventually(() => works(worker, 'before'));
    await stores.assertWritable();
    await command(replica, 'REPLICAOF', 'NO', 'ONE');
    await command(master, 'REPLICAOF', '127.0.0.1', portOf(replica));
    await expect(worker.queues.ping()).rejects.toThrow();
    await expect(stores.assertWritable()).rejects.toThrow();
    await command(master, 'REPLICAOF', 'NO', 'ONE');
    let attempt = 0;
    await eventually(() => works(worker, `after-${String(++attempt)}`), WITHIN_MS);
    await eventually(() => stores.assertWritable(), WITHIN_MS);
  });

  it('follow the Sentinels to the new master, whether the old one was demoted or died', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trunkline-sentinel-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const port = await freePort();
    const lines = [
      `port ${String(port)}`,
      'bind 127.0.0.1',
      `dir ${folder}`,
      `sentinel monitor main 127.0.0.1 ${portOf(master)} 1`,
      'sentinel down-after-milliseconds main 1000',
      'sentinel failover-timeout main 2000',
    ];
    writeFileSync(join(folder, 'sentinel.conf'), lines.join('\n'));
    const sentinel: ChildProcess = spawn('redis-server', [join(folder, 'sentinel.conf'), '--sentinel'], {
      stdio: 'ignore',
    });
    ends.push(async () => {
      sentinel.kill('SIGKILL');
      await once(sentinel, 'exit');
    });
    const own: OwnRedis = { ...master, url: `redis://127.0.0.1:${String(port)}` };
    const masterPort = async (): Promise<string> => {
      const client = new Redis(own.url, { retryStrategy: () => null });
      client.on('error', () => undefined);
      try {
        const answer = (await client.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'main')) as string[];
        const replicas = (await client.call('SENTINEL', 'REPLICAS', 'main')) as unknown[];
        if (replicas.length === 0) throw new Error('the replica is not known yet');
        return answer[1] ?? '';
      } finally {
        client.disconnect();
      }
    };
    // The Sentinel looks for replicas every ten seconds.
    await eventually(async () => expect(await masterPort()).toBe(portOf(master)));
    const worker = start(`redis+sentinel://127.0.0.1:${String(port)}/main`);
    await eventually(() => works(worker, 'before'));
    await eventually(() => command(own, 'SENTINEL', 'FAILOVER', 'main'));
    await eventually(async () => expect(await masterPort()).toBe(portOf(replica)));
    let attempt = 0;
    await eventually(() => works(worker, `demoted-${String(++attempt)}`), WITHIN_MS);
    await eventually(async () => expect(await masterPort()).toBe(portOf(replica)));
    await replica.kill();
    await eventually(async () => expect(await masterPort()).toBe(portOf(master)));
    await eventually(() => works(worker, `died-${String(++attempt)}`), WITHIN_MS);
  }, 150_000);
});
