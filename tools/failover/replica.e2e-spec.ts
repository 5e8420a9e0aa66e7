import { jest } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createDataSource, Database, Metrics, Replica, ReplicaReads, ReplicaUnavailable } from '@trunkline/platform';
import { eventually, RecordingLog } from '@trunkline/platform/testing';
import type { DataSource } from 'typeorm';
import { type Postgres, startPostgres } from '../postgres';
import { execute, type Standby, startStandby } from './standby';

jest.setTimeout(120_000);

const SERVER = `SELECT pg_is_in_recovery() AS "isReplica", (SELECT max(n) FROM planted) AS last`;

const LAST = 'SELECT max(n) FROM planted';

interface Server {
  readonly isReplica: boolean;
  readonly last: number;
}

/** A streaming replica, as DATABASE_READ_URL names one. See docs/operations.md#replica. */
describe('the reads of a replica', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-replica-'));
  const log = new RecordingLog();
  const metrics = new Metrics('test');
  let primary: Postgres;
  let standby: Standby;
  let source: DataSource;
  let db: Database;
  let replica: Replica;
  let reads: ReplicaReads;

  beforeAll(async () => {
    // PostgreSQL started by root runs as another user, which must be able to traverse the folder.
    chmodSync(folder, 0o711);
    primary = await startPostgres({ dir: join(folder, 'one') });
    await execute(primary.url, 'CREATE TABLE planted AS SELECT 1 AS n');
    standby = await startStandby(primary, join(folder, 'one'), join(folder, 'two'));
    source = await createDataSource({ url: primary.url, asOwner: true, poolSize: 3 }, []).initialize();
    db = new Database(source);
    const options = { url: standby.url, asOwner: true, maxStalenessSeconds: 1 };
    replica = new Replica(db, options, metrics, log);
    reads = new ReplicaReads(db, replica);
  });

  afterAll(async () => {
    await replica.close();
    await source.destroy();
    await standby.stop();
    await primary.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const served = () => reads.get<Server>(SERVER);
  const servedBy = (isReplica: boolean) =>
    eventually(async () => expect(await served()).toMatchObject({ isReplica }), 10_000);

  it('come from the replica once it is known to be fresh, and from the primary before and within transactions', async () => {
    expect((await served()).isReplica).toBe(false);
    await servedBy(true);
    expect((await db.run(served)).isReplica).toBe(false);
    await expect(reads.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });
    expect((await served()).isReplica).toBe(true);
    expect(await replica.becomesFresh()).toBe(true);
    expect(Number(/staleness_seconds\{.*\} (.*)/.exec(await metrics.text())?.[1])).toBeLessThan(1);
  });

  it('come from the replica when they are rarer than the limit, too', async () => {
    await servedBy(true);
    for (let n = 0; n < 2; n++) {
      await pause(2_500);
      expect((await served()).isReplica).toBe(true);
    }
  });

  it('are never older than the limit, and come from the primary while the replica is further behind', async () => {
    await servedBy(true);
    await execute(standby.url, 'SELECT pg_wal_replay_pause()');
    const writtenAt: number[] = [];
    const oldest: number[] = [];
    const servers = new Set<boolean>();
    const until = performance.now() + 3_000;
    for (let n = 2; performance.now() < until; n++) {
      await db.query('INSERT INTO planted VALUES ($1)', [n]);
      writtenAt[n] = performance.now();
      const since = performance.now();
      const { isReplica, last } = await served();
      servers.add(isReplica);
      const missed = writtenAt[last + 1];
      if (missed !== undefined) oldest.push(since - missed);
    }
    expect([...servers].sort()).toEqual([false, true]);
    expect(Math.max(...oldest)).toBeLessThan(1_000);
    expect((await served()).isReplica).toBe(false);
    expect(await replica.becomesFresh()).toBe(false);
    await execute(standby.url, 'SELECT pg_wal_replay_resume()');
    await servedBy(true);
  });

  it('are of one snapshot, with all that was committed before it, wherever they are executed', async () => {
    await servedBy(true);
    await db.query('INSERT INTO planted VALUES (1000000)');
    const seen = await replica.snapshot(async () => {
      const first = await db.get<Server>(SERVER);
      await execute(primary.url, 'INSERT INTO planted VALUES (1000001)');
      await eventually(async () => expect(await execute(standby.url, LAST)).toEqual([1_000_001]));
      return [first, await served(), await db.run(served)];
    });
    expect(seen).toEqual(Array(3).fill({ isReplica: true, last: 1_000_000 }));
    await expect(db.run(() => replica.snapshot(served))).rejects.toThrow('another server');
    expect((await db.get<Server>(SERVER)).isReplica).toBe(false);
  });

  it('of a snapshot are left to the primary when the replica is behind, or ends them', async () => {
    await execute(standby.url, 'SELECT pg_wal_replay_pause()');
    await db.query('INSERT INTO planted VALUES (1000002)');
    await expect(replica.snapshot(served)).rejects.toBeInstanceOf(ReplicaUnavailable);
    await execute(standby.url, 'SELECT pg_wal_replay_resume()');
    await servedBy(true);
    const ends = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_xmin IS NOT NULL
      AND backend_type = 'client backend'`;
    const ended = replica.snapshot(async () => {
      await db.get<Server>(SERVER);
      await execute(standby.url, ends);
      return db.get<Server>(SERVER);
    });
    await expect(ended).rejects.toBeInstanceOf(ReplicaUnavailable);
    await eventually(() => servedBy(true), 20_000);
  });

  it('come from the primary when the replica ends, without an error', async () => {
    await servedBy(true);
    const state = { isOver: false };
    const readers = [1, 2, 3].map(async () => {
      while (!state.isOver) await served();
    });
    await standby.stop();
    await servedBy(false);
    state.isOver = true;
    await Promise.all(readers);
    await expect(replica.becomesFresh()).rejects.toThrow();
    expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });
});
