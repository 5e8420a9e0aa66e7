import { jest } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '@trunkline/platform/testing';
import { freePort, pause, type Postgres, startPostgres } from '../postgres';
import { seedSandbox } from '../sandbox/seed-sandbox';
import { AppProcess, mainOf } from '../stack/app-process';
import { execute, type Standby, startStandby } from './standby';
import { SwitchedAddress } from './switched-address';

jest.setTimeout(180_000);

const WRITERS = 4;
const WRITE_EVERY_MS = 100;
/** How long the address leads to the old primary, which is read-only. */
const DEMOTED_MS = 5_000;
const RECOVERY_MS = 15_000;
const SECOND_MS = 1_000;

interface Write {
  readonly at: number;
  readonly status: number;
}

/**
 * A failover in which the old primary lives on, read-only, and keeps its connections: what a demotion by hand, a virtual
 * address and some managed databases do. Prints what docs/operations.md#failover shows.
 */
describe('a failover to a standby', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-failover-'));
  const apps: Record<string, { readonly app: AppProcess; readonly healthUrl: string }> = {};
  const writes: Write[] = [];
  const readiness: { at: number; ready: Record<string, boolean> }[] = [];
  let primary: Postgres;
  let standby: Standby | undefined;
  let address: SwitchedAddress;
  let publicUrl: string;
  let key: string;
  let isOver = false;

  const start = (name: string, main: string, env: Record<string, string>, port: string) => {
    const healthUrl = `http://127.0.0.1:${port}/health/ready`;
    apps[name] = {
      app: new AppProcess({ name, main: mainOf(main), env, dataDir: folder, print: () => undefined, healthUrl }),
      healthUrl,
    };
    return apps[name].app.healthy(new AbortController().signal);
  };

  beforeAll(async () => {
    // PostgreSQL started by root runs as another user, which must be able to traverse the folder.
    chmodSync(folder, 0o711);
    mkdirSync(join(folder, 'logs'));
    primary = await startPostgres({ dir: join(folder, 'one') });
    address = await SwitchedAddress.open(primary.port);
    const ports = [await freePort(), await freePort(), await freePort(), await freePort()].map(String);
    const [port = '', internalPort = '', workerPort = '', metricsPort = ''] = ports;
    const env = {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'test',
      DATABASE_URL: Object.assign(new URL(primary.url), { port: String(address.port) }).toString(),
      PORT: port,
      INTERNAL_PORT: internalPort,
      WORKER_PORT: workerPort,
      METRICS_PORT: metricsPort,
      ROOT_URL: 'http://api.test',
      DATA_DIR: folder,
      SESSION_SECRETS: 's'.repeat(32),
      MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
      OPERATOR_TOKENS: 'operator-token-for-tests',
      SWITCH_TOKENS: 'switch-token-for-tests',
      RATE_LIMIT_FACTOR: '1000',
    };
    // This process relays the address, so it cannot wait for a program that uses it.
    const direct = { ...env, DATABASE_URL: primary.url };
    const migrated = spawnSync(process.execPath, [resolve('dist/tools/migrate.js')], { env: direct, encoding: 'utf8' });
    if (migrated.status !== 0) throw new Error(`The migration failed: ${migrated.stderr}`);
    await start('api', 'api', { ...env, LISTENERS: 'public' }, port);
    await start('internal-api', 'api', { ...env, LISTENERS: 'internal' }, internalPort);
    await start('worker', 'worker', env, workerPort);
    publicUrl = `http://127.0.0.1:${port}`;
    key = (await seedSandbox({ address: publicUrl, rootUrl: env.ROOT_URL, dataDir: folder })).apiKey;
    standby = await startStandby(primary, join(folder, 'one'), join(folder, 'two'));
  });

  afterAll(async () => {
    await Promise.all(Object.values(apps).map(({ app }) => app.stop()));
    await address.close();
    await standby?.stop();
    await primary.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const write = async (): Promise<void> => {
    const name = randomUUID();
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': name };
    const body = JSON.stringify({ name });
    const { status } = await fetch(`${publicUrl}/v1/sip-trunks`, { method: 'POST', headers, body });
    writes.push({ at: performance.now(), status });
  };
  const writing = async (): Promise<void> => {
    while (!isOver) {
      await write();
      await pause(WRITE_EVERY_MS);
    }
  };
  const isReady = async (name: string): Promise<boolean> =>
    (await fetch(apps[name]?.healthUrl ?? '', { signal: AbortSignal.timeout(5_000) })).ok;
  const watching = async (): Promise<void> => {
    for (let at = performance.now(); !isOver; at += SECOND_MS) {
      const ready = await Promise.all(Object.keys(apps).map(async (name) => [name, await isReady(name)] as const));
      readiness.push({ at, ready: Object.fromEntries(ready) });
      await pause(Math.max(0, at + SECOND_MS - performance.now()));
    }
  };
  const ofApp = (name: string, from: number, until = Infinity) =>
    readiness.filter(({ at }) => at >= from && at < until).map(({ ready }) => ready[name]);

  it('makes no process ready before it can write, and serves writes again after it', async () => {
    const running = [...Array.from({ length: WRITERS }, writing), watching()];
    await pause(3 * SECOND_MS);
    const demotedAt = performance.now();
    await execute(primary.url, 'ALTER SYSTEM SET default_transaction_read_only = on');
    await execute(primary.url, 'SELECT pg_reload_conf()');
    await pause(DEMOTED_MS);
    await standby!.promote();
    const switchedAt = performance.now();
    address.leadTo(standby!.port);
    await eventually(async () => {
      for (const name of Object.keys(apps)) expect([name, await isReady(name)]).toEqual([name, true]);
    }, RECOVERY_MS);
    await pause(10 * SECOND_MS);
    isOver = true;
    await Promise.all(running);

    const firstWrite = writes.find(({ at, status }) => at > switchedAt && status === 201)?.at ?? Infinity;
    print(demotedAt, switchedAt, firstWrite);
    expect([...new Set(writes.map(({ status }) => status))].sort()).toEqual([201, 503]);
    expect(firstWrite - switchedAt).toBeLessThan(RECOVERY_MS);
    expect(writes.filter(({ at }) => at > firstWrite + SECOND_MS).map(({ status }) => status)).not.toContain(503);
    for (const name of Object.keys(apps)) {
      expect([name, ...new Set(ofApp(name, demotedAt + 2 * SECOND_MS, switchedAt - SECOND_MS))]).toEqual([name, false]);
      expect([name, ofApp(name, firstWrite).at(-1)]).toEqual([name, true]);
    }
    // Notifications of the old primary tell nothing any more.
    const listening = `SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'trunkline-notifications'`;
    await eventually(async () => expect(await execute(primary.url, listening)).toEqual([0]), RECOVERY_MS);
    await eventually(async () => expect(await execute(standby!.url, listening)).toEqual([3]), RECOVERY_MS);
  });

  const print = (demotedAt: number, switchedAt: number, firstWrite: number): void => {
    const of = (at: number): string => ((at - demotedAt) / SECOND_MS).toFixed(1);
    const names = Object.keys(apps);
    const lines = readiness.map(({ at, ready }) => {
      const within = writes.filter((each) => each.at >= at && each.at < at + SECOND_MS);
      const served = within.filter(({ status }) => status === 201).length;
      const states = names.map((name) => (ready[name] ? 'ready' : '503'));
      return `| ${[of(at), ...states, served, within.length - served].join(' | ')} |`;
    });
    console.log(
      [
        `read-only at 0 s, address switched at ${of(switchedAt)} s, first write at ${of(firstWrite)} s`,
        `| s | ${names.join(' | ')} | writes | 503 |`,
        ...lines,
      ].join('\n'),
    );
  };
});
