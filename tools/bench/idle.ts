import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { pause } from '../postgres';
import { findRunningStack } from '../stack/running-stack';
import type { Stack } from '../tour/stack';
import { accountOf } from './stack/account';
import { reader } from './measuring/load';
import { type Comparison, underLimit } from './measuring/measure';
import { startBenchStack } from './stack/stack';

/** After which the work that a start leaves behind is done: compilation, connections, the events of the first account. */
const SETTLE_MS = 60_000;
const REST_SECONDS = 60;
const LOAD_SECONDS = 15;
/** CPU milliseconds per second: one hundredth of a core. */
const CPU_MS_MAX = 10;
const API_MEGABYTES_MAX = 350;
const LAUNCHER_MEGABYTES_MAX = 120;
/** Lifts the limit of requests per key. */
const RATE_LIMIT_FACTOR = '1000';
/** Linux counts the CPU time of processes in hundredths of a second. */
const MS_PER_TICK = 10;

interface Processes {
  readonly launcher: number;
  readonly api: number;
  readonly internalApi: number;
  readonly worker: number;
  /** The first process of PostgreSQL, which starts all others. */
  readonly postgres: number;
}

/** Measures what `npm start` costs when nothing happens, and the memory of its processes after a load of reads. */
export async function benchIdle(): Promise<Comparison[]> {
  const stack = await startBenchStack({ rateLimitFactor: RATE_LIMIT_FACTOR });
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  try {
    await client.connect();
    const processes = processesOf(stack);
    await pause(SETTLE_MS);
    const cpuMs = await restOf(processes, client);
    const { perSecond } = reader('numbers', `${stack.rootUrl}/v1/numbers`, {
      authorization: `Bearer ${accountOf(stack).apiKey}`,
    });
    await perSecond(LOAD_SECONDS);
    return [
      underLimit('CPU time of all processes per second at rest', 'ms', CPU_MS_MAX, cpuMs),
      underLimit('peak resident memory of the API', 'MB', API_MEGABYTES_MAX, peakMegabytes(processes.api)),
      underLimit(
        'peak resident memory of the launcher',
        'MB',
        LAUNCHER_MEGABYTES_MAX,
        peakMegabytes(processes.launcher),
      ),
    ];
  } finally {
    await client.end();
    await stack.stop();
  }
}

function processesOf({ dataDir }: Stack): Processes {
  const running = findRunningStack(dataDir);
  if (!running) throw new Error('No stack runs in the folder of the bench.');
  const app = (name: string) => running.apps.find((each) => each.name === name)?.pid ?? NaN;
  const postgres = parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  return { launcher: running.pid, api: app('api'), internalApi: app('internal-api'), worker: app('worker'), postgres };
}

/** Returns the CPU milliseconds per second of all processes together while nothing happens. */
async function restOf(processes: Processes, client: pg.Client): Promise<number> {
  const before = { ...cpuOf(processes), transactions: await transactions(client) };
  await pause(REST_SECONDS * 1000);
  const after = { ...cpuOf(processes), transactions: await transactions(client) };
  const rate = (name: keyof typeof after) => (after[name] - before[name]) / REST_SECONDS;
  const launcher = rate('launcher');
  const api = rate('api');
  const internalApi = rate('internalApi');
  const worker = rate('worker');
  const postgres = rate('postgres');
  process.stderr.write(
    `idle: CPU ms per second: launcher ${launcher.toFixed(1)}, API ${api.toFixed(1)}, internal API ${internalApi.toFixed(1)}, worker ${worker.toFixed(1)}, ` +
      `PostgreSQL ${postgres.toFixed(1)}; ${rate('transactions').toFixed(1)} transactions per second\n`,
  );
  return launcher + api + internalApi + worker + postgres;
}

/** Returns the CPU milliseconds that each has used so far. */
function cpuOf({ launcher, api, internalApi, worker, postgres }: Processes): Record<keyof Processes, number> {
  const servers = [postgres, ...childrenOf(postgres)].reduce((sum, pid) => sum + cpuMsOf(pid), 0);
  return {
    launcher: cpuMsOf(launcher),
    api: cpuMsOf(api),
    internalApi: cpuMsOf(internalApi),
    worker: cpuMsOf(worker),
    postgres: servers,
  };
}

/** Includes children that have ended. */
function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the process, in parentheses, may contain spaces. See proc(5): fields 14 to 17.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * MS_PER_TICK;
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}

function peakMegabytes(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1000;
}

async function transactions(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    'SELECT sum(xact_commit + xact_rollback) AS count FROM pg_stat_database',
  );
  return Number(rows[0]?.count);
}
