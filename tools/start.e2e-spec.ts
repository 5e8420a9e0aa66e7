import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { timeOfId } from '@trunkline/kernel';
import { pause, waitForExit } from './postgres';
import type { SandboxAccount } from './sandbox/sandbox-account';
import { Launcher } from './stack/launcher';
import { findRunningStack, type RunningStack } from './stack/running-stack';

/** Several times what it takes alone, because four other test files and the static checks run at the same time. */
const SECOND_START_MS = 60_000;

// Starts and stops whole stacks while another test file runs.

async function waitForOutput(launcher: Launcher, isReached: (stdout: string) => boolean): Promise<void> {
  for (const deadline = Date.now() + 60_000; !isReached(launcher.stdout); await pause(50)) {
    if (Date.now() > deadline) throw new Error(`not reached within a minute:\n${launcher.stdout}`);
  }
}

/** Of the stack's environment alone, not of its data folder. */
const SWITCH_TOKEN = 'the-switch-token-of-this-start';

describe('npm start', () => {
  let folder: string;
  let dataDir: string;
  const launchers: Launcher[] = [];
  let shared: Launcher | null = null;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'trunkline-start-'));
    chmodSync(folder, 0o711);
    dataDir = join(folder, 'data');
  });

  const stopAll = async (): Promise<void> => {
    await Promise.all(launchers.splice(0).map((launcher) => launcher.stop()));
  };

  afterAll(async () => {
    await stopAll();
    rmSync(folder, { recursive: true, force: true });
  });

  const launch = (env: Record<string, string> = {}, dir = dataDir): Launcher => {
    const launcher = new Launcher(dir, env);
    launchers.push(launcher);
    return launcher;
  };

  const runningStack = (): RunningStack => {
    const stack = findRunningStack(dataDir);
    if (!stack) throw new Error('no stack runs');
    return stack;
  };

  /** Returns the launcher that the former test left running, or else a new one: a start takes seconds. */
  const running = async (): Promise<Launcher> => {
    if (shared?.child.exitCode !== null || shared.child.signalCode) {
      await stopAll();
      // Only this start knows the token: `npm run seed` finds it at the running stack.
      shared = launch({ SWITCH_TOKENS: SWITCH_TOKEN });
      await shared.ready();
    }
    return shared;
  };

  const account = (): SandboxAccount => JSON.parse(readFileSync(join(dataDir, 'account.json'), 'utf8'));

  const get = (stack: RunningStack, path: string, key: string): Promise<Response> =>
    fetch(`${stack.apiUrl}/v1${path}`, { headers: { authorization: `Bearer ${key}` } });

  const operatorToken = (): string =>
    (JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>)['OPERATOR_TOKENS'] ??
    '';

  const itemsAt = async (url: string, token: string): Promise<readonly Record<string, unknown>[]> => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { data: { items: Record<string, unknown>[] } }).data.items;
  };

  const carriers = ({ internalUrl }: RunningStack): Promise<readonly unknown[]> =>
    itemsAt(`${internalUrl}/operator/carriers`, operatorToken());

  /** Sends a request as a switch, which gives up as early as switches do. */
  const askSwitch = async (
    { internalUrl }: RunningStack,
    path: string,
    body: object,
  ): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${internalUrl}/switch/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SWITCH_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ switch_id: 'start', ...body }),
      signal: AbortSignal.timeout(10_000),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Record<string, unknown>;
  };

  /** Routes a call to a number of the sample data. */
  const route = async (stack: RunningStack): Promise<{ call_id: string; decision_id: unknown }> => {
    const numbers = await itemsAt(`${stack.apiUrl}/v1/numbers`, account().apiKey);
    const call_id = `call ${Math.random()}`;
    const call = { call_id, from: '+442079460000', to: numbers[0]?.['e164'], source_ip: '127.0.0.1' };
    return { call_id, decision_id: (await askSwitch(stack, 'route', call))['decision_id'] };
  };

  const sane = (launcher: Launcher): string => {
    const lines = launcher.stderr.trim().split('\n');
    expect(lines).toHaveLength(1);
    return lines[0] ?? '';
  };

  it('starts from an empty folder with a page and a working account, and leaves no process behind', async () => {
    const launcher = launch();
    const stack = await launcher.ready();
    const { email, password, apiKey } = account();
    for (const text of [email, password, apiKey, '/dashboard', '/docs', '/mail', '/accounts/me']) {
      expect(launcher.stdout).toContain(text);
    }
    const me = (await (await get(stack, '/accounts/me', apiKey)).json()) as {
      data: { balance: { amount_cents: number } };
    };
    expect(me.data.balance.amount_cents).toBeGreaterThanOrEqual(10_000);
    expect(await carriers(stack)).toMatchObject([{ host: '127.0.0.1', enabled: true }]);
    expect(launcher.living(stack)).toHaveLength(5);
    expect(await launcher.stop()).toEqual({ code: 0, signal: null });
    expect(launcher.living(stack)).toEqual([]);
    expect(launcher.stderr).toBe('');
  });

  it('starts again with its data within a minute, beside other tests', async () => {
    const before = account();
    const since = Date.now();
    await running();
    expect(Date.now() - since).toBeLessThan(SECOND_START_MS);
    const stack = runningStack();
    expect(account()).toEqual(before);
    expect((await get(stack, '/accounts/me', before.apiKey)).status).toBe(200);
    expect(await carriers(stack)).toHaveLength(1);
  });

  it('gives the account numbers and forty days of calls by `npm run seed`, once', async () => {
    await running();
    const seed = (): Promise<{ stdout: string }> =>
      promisify(execFile)(process.execPath, ['tools/run.mjs', 'seed'], { env: { ...process.env, DATA_DIR: dataDir } });
    // How many calls there are depends on the weekdays of the month and on the hour of today.
    expect((await seed()).stdout).toMatch(
      /^Dashboard .*\/dashboard\nAccount .*6 sample numbers; calls added: [1-9]\d\d\.$/ms,
    );
    expect((await seed()).stdout).toContain('calls added: 0.');
    const read = async (path: string): Promise<unknown> =>
      ((await (await get(runningStack(), path, account().apiKey)).json()) as { data: unknown }).data;
    const { call_volume_daily: days } = (await read('/dashboard/summary')) as {
      call_volume_daily: { count: number }[];
    };
    expect(days.filter(({ count }) => count > 0).length).toBeGreaterThan(25);
    // Callers sometimes reach no gateway.
    const { items } = (await read('/cdrs?direction=inbound&hangup_cause=network_out_of_order&limit=1')) as {
      items: { id: string }[];
    };
    expect(await read(`/cdrs/${items[0]?.id ?? ''}`)).toMatchObject({
      attempts: [{ result: 'failed' }, { result: 'failed' }],
    });
    // The rules of the account reject a few calls, none of them for the speed of the seed.
    const rejected = (await read('/rejected-calls')) as { items: { id: string; at: number; reason: string }[] };
    expect([...new Set(rejected.items.map(({ reason }) => reason))].sort()).toEqual([
      'country_not_allowed',
      'no_route',
      'range_not_allowed',
    ]);
    expect(rejected.items.map(({ id }) => Math.floor(timeOfId(id).getTime() / 1000))).toEqual(
      rejected.items.map(({ at }) => at),
    );
    expect(await read('/numbers')).toMatchObject({ items: { length: 6 } });
    expect(await read('/routing-profiles')).toMatchObject({ items: [{ name: 'Front desk' }] });
  });

  it('serves customers and switches in processes of their own, each with its metrics and its log', async () => {
    const launcher = await running();
    const stack = runningStack();
    expect(stack.apps.map(({ name }) => name).sort()).toEqual(['api', 'internal-api', 'worker']);
    const metricsAt = async (url = ''): Promise<string> => (await fetch(`${url}/metrics`)).text();
    expect(await metricsAt(stack.metricsUrl)).toMatch(/^trunkline_build_info\{.*service="api".*\} 1$/m);
    expect(await metricsAt(stack.internalUrl)).toMatch(/^trunkline_build_info\{.*service="internal-api".*\} 1$/m);
    for (const { name, pid } of stack.apps)
      expect(readFileSync(join(dataDir, 'logs', `${name}.log`), 'utf8')).toContain(`"service":"${name}","pid":${pid}`);
    expect(launcher.living(stack)).toHaveLength(5);
  });

  it('routes calls while the process for customers does nothing at all', async () => {
    await running();
    const stack = runningStack();
    const pid = stack.apps.find(({ name }) => name === 'api')?.pid ?? 0;
    const { decision_id } = await route(stack);
    process.kill(pid, 'SIGSTOP');
    try {
      const calls = { boot_id: 'b1', event: 'heartbeat', at: Math.floor(Date.now() / 1000), part: 1, parts: 1 };
      expect(await askSwitch(stack, 'events', { ...calls, active_calls: [decision_id] })).toHaveProperty('now');
      const call = { call_id: 'frozen', from: '+442079460000', to: '+442079460001', source_ip: '127.0.0.1' };
      expect(await askSwitch(stack, 'route', call)).toHaveProperty('action');
      expect(await carriers(stack)).toHaveLength(1);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect((await get(stack, '/accounts/me', account().apiKey)).status).toBe(200);
  });

  it('streams the record of a call, which a switch reported to one process, from the other', async () => {
    await running();
    const stack = runningStack();
    const stream = await get(stack, '/cdrs/stream', account().apiKey);
    const routed = await route(stack);
    const now = Math.floor(Date.now() / 1000);
    const row = { ...routed, started_at: now, answered_at: null, ended_at: now, sip_code: 486 };
    const { outcomes } = (await askSwitch(stack, 'cdrs', row)) as { outcomes?: { cdr_id: string }[] };
    let received = '';
    for await (const part of stream.body ?? []) {
      received += Buffer.from(part).toString();
      if (received.includes(outcomes?.[0]?.cdr_id ?? 'no record')) break;
    }
    expect(received).toContain(outcomes?.[0]?.cdr_id);
  });

  it('stores secrets readable by their owner only', () => {
    for (const name of ['secrets.json', 'account.json']) {
      expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
    }
  });

  it('refuses a folder on which another stack runs, and does not disturb that stack', async () => {
    await running();
    const stack = runningStack();
    const second = launch();
    expect(await second.ended).toMatchObject({ code: 1 });
    expect(sane(second)).toBe(
      `a stack already runs on ${dataDir} (process ${stack.pid}): stop it, or set another DATA_DIR`,
    );
    expect((await get(stack, '/accounts/me', account().apiKey)).status).toBe(200);
  });

  it.each(['worker', 'api', 'internal-api'])('restarts the %s each time it ends, and reports it', async (name) => {
    const launcher = await running();
    const pidOf = (of: RunningStack): number => of.apps.find((app) => app.name === name)?.pid ?? 0;
    const report = `the ${name} was ended by SIGKILL; its log is ${dataDir}/logs/${name}.log: restarting in 1 s`;
    for (const times of [1, 2]) {
      const killed = pidOf(runningStack());
      process.kill(killed, 'SIGKILL');
      await waitForOutput(launcher, (stdout) => stdout.split(report).length === times + 1);
      await waitForOutput(launcher, (stdout) => stdout.split(`the ${name} was restarted (`).length === times + 1);
      const stack = runningStack();
      expect(pidOf(stack)).not.toBe(killed);
      expect(launcher.living(stack)).toHaveLength(5);
    }
    expect((await get(runningStack(), '/accounts/me', account().apiKey)).status).toBe(200);
  });

  it('leaves no process behind after restarts', async () => {
    const launcher = await running();
    const stack = runningStack();
    expect(await launcher.stop()).toEqual({ code: 0, signal: null });
    expect(launcher.living(stack)).toEqual([]);
  });

  it('recovers after it was killed: takes over the database and ends the orphaned apps', async () => {
    const killed = await running();
    const before = runningStack();
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(killed.living(before)).toHaveLength(4);
    const next = await running();
    const after = runningStack();
    expect(next.stdout).toContain('is reused');
    await Promise.all(before.apps.map(({ pid }) => waitForExit(pid, 5_000)));
    expect(next.living(before)).toHaveLength(1);
    expect((await get(after, '/accounts/me', account().apiKey)).status).toBe(200);
  });

  it('stops when its output is closed', async () => {
    const launcher = await running();
    const stack = runningStack();
    launcher.child.stdout?.destroy();
    process.kill(stack.pid, 'SIGHUP');
    expect(await launcher.ended).toMatchObject({ code: 0 });
    expect(launcher.living(stack)).toEqual([]);
  });

  it('names the port that is in use', async () => {
    await stopAll();
    const other = createServer();
    await new Promise<void>((listening) => other.listen(0, listening));
    const port = (other.address() as { port: number }).port;
    const launcher = launch({ PORT: String(port) });
    expect(await launcher.ended).toMatchObject({ code: 1 });
    expect(sane(launcher)).toBe(`port ${port} is in use: stop the process that uses it, or set PORT to another port`);
    other.close();
  });

  it('names every invalid setting', async () => {
    const launcher = launch({ LOG_LEVEL: 'loud', OPERATOR_TOKENS: 'short' });
    expect(await launcher.ended).toMatchObject({ code: 1 });
    expect(sane(launcher)).toMatch(/^The settings are not valid: .*OPERATOR_TOKENS.*LOG_LEVEL/);
  });

  it('reports a database that cannot be reached', async () => {
    const launcher = launch({ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' }, join(folder, 'other'));
    expect(await launcher.ended).toMatchObject({ code: 1 });
    expect(sane(launcher)).toContain('ECONNREFUSED');
  });

  it('reports a damaged data folder', async () => {
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '');
    const launcher = launch();
    expect(await launcher.ended).toMatchObject({ code: 1 });
    expect(sane(launcher)).toMatch(/^the data folder .*postgres is damaged \(its PG_VERSION is not readable\)/);
  });

  it('reports missing secrets of the data folder', async () => {
    rmSync(join(dataDir, 'secrets.json'));
    const launcher = launch();
    expect(await launcher.ended).toMatchObject({ code: 1 });
    expect(sane(launcher)).toContain('secrets.json is gone');
  });

  it('reports a data folder that cannot be created', async () => {
    const launcher = launch({}, join(dataDir, 'PG_VERSION', 'below-a-file'));
    writeFileSync(join(dataDir, 'PG_VERSION'), '');
    expect(await launcher.ended).toMatchObject({ code: 1 });
    expect(sane(launcher)).toMatch(/^DATA_DIR .* cannot be used: ENOTDIR/);
  });
});
