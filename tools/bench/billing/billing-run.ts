// Monthly billing of 100,000 due numbers by four worker processes, beside the bare statements of their postings, on
// DATABASE_URL or on an embedded PostgreSQL.
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal } from '@trunkline/billing-ledger';
import pg from 'pg';
import { anySecrets, applicationOn } from '../stack/application';
import { billBarely } from './billing-floor';
import { type Fleet, plantFleet, refusalsOf } from './billing-numbers';
import { onDatabase } from '../stack/database';
import { type Comparison, underLimit } from '../measuring/measure';
import { type Memory, WorkerCrew } from './worker-crew';
import { pause } from '../../postgres';

const WORKERS = 4;
const FLEET: Fleet = { name: 'run', accounts: 10_000, numbersEach: 10, poorEvery: 50 };
const FLOOR_FLEET: Fleet = { name: 'floor', accounts: 2000, numbersEach: 10, poorEvery: 2001 };
const NUMBERS = FLEET.accounts * FLEET.numbersEach;
const TARGETS = { perSecond: 1000, floor: 0.2 };
/** Allowed ratio of memory in the second half of the run to that in the first. */
const GROWTH_MAX = 1.15;
const POLL_MS = 1000;
const GIVE_UP_MS = 600_000;
const DAY_S = 86_400;

interface Look {
  readonly billed: number;
  readonly memory: readonly Memory[];
}

/** Measures numbers per second and memory of one run, then verifies everything that was posted. */
export const benchBillingRun = (): Promise<Comparison[]> => onDatabase(run);

async function run(url: string): Promise<Comparison[]> {
  const pool = new pg.Pool({ connectionString: url, max: WORKERS });
  const owner = await pool.connect();
  try {
    await plantFleet(owner, FLOOR_FLEET);
    const floor = await billBarely(pool, `acc_${FLOOR_FLEET.name}`, WORKERS);
    process.stderr.write(`billing run, bare pg: ${Math.round(floor)}/s\n`);
    await forgetFloor(owner);
    await plantFleet(owner, FLEET);
    const { perSecond, looks } = await billByWorkers(url, owner);
    await check(url, owner);
    return [
      rateOf('billing run, beside bare pg', perSecond, floor, TARGETS.floor),
      rateOf('billing run of 100,000 numbers, 4 workers', perSecond, TARGETS.perSecond, 1),
      ...memoryOf(looks),
    ];
  } finally {
    owner.release();
    await pool.end();
  }
}

function rateOf(name: string, ours: number, floor: number, target: number): Comparison {
  return { name, unit: '/s', floor, ours, ratio: ours / floor, target };
}

/** Removes the floor's postings, which bypass the ledger's rules and do not balance. */
async function forgetFloor(owner: pg.PoolClient): Promise<void> {
  await owner.query(`TRUNCATE billing.wallets, billing.transactions, billing.postings, platform.outbox, numbering.phone_numbers
    CASCADE`);
}

async function billByWorkers(url: string, owner: pg.PoolClient): Promise<{ perSecond: number; looks: Look[] }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'trunkline-bench-'));
  const crew = await WorkerCrew.start(WORKERS, { ...anySecrets(), DATABASE_URL: url, DATA_DIR: dataDir });
  try {
    // Schedules run once when they are new to the store.
    await pause(5 * POLL_MS);
    const begun = performance.now();
    await owner.query(`UPDATE platform.test_clock SET offset_s = offset_s + $1`, [DAY_S + 60]);
    await owner.query(`SELECT pg_notify('trunkline_clock', '')`);
    const looks = await watch(owner, crew, begun + GIVE_UP_MS);
    const perSecond = (NUMBERS / (performance.now() - begun)) * 1000;
    // Their last lines may still be in flight.
    await pause(POLL_MS);
    const shares = crew.members.map(({ charged }) => charged);
    process.stderr.write(
      `billing run: ${Math.round(perSecond)}/s, months charged by each worker: ${shares.join(', ')}\n`,
    );
    if (shares.some((share) => share === 0)) throw new Error('A worker did nothing.');
    return { perSecond, looks };
  } finally {
    await crew.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function watch(owner: pg.PoolClient, crew: WorkerCrew, until: number): Promise<Look[]> {
  const looks: Look[] = [];
  for (;;) {
    const { rows } = await owner.query<{ billed: string }>(
      `SELECT count(*) AS billed FROM numbering.phone_numbers WHERE last_billing_attempt_at IS NOT NULL`,
    );
    const billed = Number(rows[0]?.billed ?? 0);
    looks.push({ billed, memory: await crew.memory() });
    if (billed === NUMBERS) return looks;
    if (performance.now() > until) throw new Error(`After ten minutes ${billed} of ${NUMBERS} numbers are billed.`);
    await pause(POLL_MS);
  }
}

/**
 * Compares the halves of the run: highest resident memory and lowest heap, which is what a collection leaves, each of the
 * worker that uses most.
 */
function memoryOf(looks: readonly Look[]): Comparison[] {
  const halves = [
    looks.filter(({ billed }) => billed <= NUMBERS / 2),
    looks.filter(({ billed }) => billed > NUMBERS / 2),
  ];
  const compared = (what: string, of: (half: readonly Look[]) => number): Comparison => {
    const [first = NaN, second = NaN] = halves.map(of);
    return underLimit(`billing run, ${what} (first half ${Math.round(first)})`, 'MB', first * GROWTH_MAX, second);
  };
  const most = (half: readonly Look[]) => Math.max(...half.flatMap(({ memory }) => memory.map(({ rssMb }) => rssMb)));
  const left = (half: readonly Look[], worker: number) =>
    Math.min(...half.map(({ memory }) => memory[worker]?.heapMb ?? NaN));
  const workers = Array.from({ length: WORKERS }, (_, worker) => worker);
  return [
    compared('resident memory', most),
    compared('heap', (half) => Math.max(...workers.map((worker) => left(half, worker)))),
  ];
}

/** Checks that every payable number was charged once, every other one was refused once, and the ledger balances. */
async function check(url: string, owner: pg.PoolClient): Promise<void> {
  const { rows } = await owner.query<Record<'charged' | 'refused' | 'wrong', number>>(
    `SELECT count(*) FILTER (WHERE n.billed_months = 2 AND t.count = 1) AS charged,
       count(*) FILTER (WHERE n.billed_months = 1 AND n.failed_billing_attempts > 0 AND t.count IS NULL) AS refused,
       count(*) FILTER (WHERE n.billed_months - 1 <> coalesce(t.count, 0)) AS wrong
     FROM numbering.phone_numbers n LEFT JOIN (
       SELECT related_id, count(*) FROM billing.transactions WHERE kind = 'charge' GROUP BY 1) AS t ON t.related_id = n.id`,
  );
  const refused = refusalsOf(FLEET);
  const expected = { charged: NUMBERS - refused, refused, wrong: 0 };
  const found = JSON.stringify(rows[0]);
  if (found !== JSON.stringify(expected)) throw new Error(`Expected ${JSON.stringify(expected)}, found ${found}.`);
  const app = await applicationOn(url, anySecrets());
  const differences = await app.get(Journal).verify();
  await app.close();
  if (differences.length > 0) throw new Error(`The ledger does not balance: ${differences.length} differences.`);
}
