import { readFileSync } from 'node:fs';
import { createDataSource } from '@trunkline/platform';
import { freshDatabaseUrl, type RoundTrip, WireProxy } from '@trunkline/platform/testing';
import { ApiProcess } from '../support/api-process';
import { makeDataDir, WorkerProcess } from '../support/worker-process';

/** The schedules of a minute and the start of the process are work, so the quietest second counts. */
const SECOND_MS = 1000;
const SECONDS_MAX = 20;
const CONNECTIONS_MAX = 15;
const MB = 1024;

interface Case {
  readonly name: string;
  readonly tripsMax: number;
  /** Resident memory at its peak, in MB. */
  readonly residentMax: number;
  readonly start: (env: { DATABASE_URL: string; DATA_DIR: string }) => Promise<{ pid: number; kill(): Promise<void> }>;
}

const CASES: readonly Case[] = [
  { name: 'API', tripsMax: 2, residentMax: 350, start: (env) => ApiProcess.start(env) },
  {
    name: 'worker',
    tripsMax: 5,
    residentMax: 350,
    start: async (env) => {
      const worker = WorkerProcess.spawn(env);
      await worker.started();
      return worker;
    },
  },
];

const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / MB;

describe.each(CASES)('a $name without work', ({ tripsMax, residentMax, start }) => {
  let url: string;
  let wire: WireProxy;
  let process: { pid: number; kill(): Promise<void> } | undefined;
  const data = makeDataDir();

  beforeAll(async () => {
    url = await freshDatabaseUrl();
    wire = await WireProxy.start(url);
    process = await start({ DATABASE_URL: wire.url, DATA_DIR: data.dir });
  });
  afterAll(async () => {
    await process?.kill();
    await wire.stop();
    data.remove();
  });

  it(`needs at most ${tripsMax} round trips a second`, async () => {
    let fewest: readonly RoundTrip[] | null = null;
    for (let second = 0; second < SECONDS_MAX && (fewest?.length ?? Infinity) > tripsMax; second++) {
      const trips = await wire.within(SECOND_MS);
      if (!fewest || trips.length < fewest.length) fewest = trips;
    }
    // The statements show what to improve.
    expect(fewest && fewest.length <= tripsMax ? [] : fewest).toEqual([]);
  });

  it('has one connection that listens, and at most fifteen in all', async () => {
    const owner = await createDataSource({ url, asOwner: true, poolSize: 1 }, []).initialize();
    const rows: { listens: boolean }[] = await owner.query(
      `SELECT query LIKE 'LISTEN%' AS listens FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await owner.destroy();
    expect(rows.filter(({ listens }) => listens)).toHaveLength(1);
    expect(rows.length).toBeLessThanOrEqual(CONNECTIONS_MAX);
  });

  it(`has used at most ${residentMax} MB`, () => {
    expect(peakOf(process?.pid ?? 0)).toBeLessThanOrEqual(residentMax);
  });
});
