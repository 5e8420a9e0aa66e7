import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { createDataSource, type Persistence } from '../database';
import { migrate } from '../migrate';
import { backfill, backfillByKey } from './backfill';
import { addConstraint, addPrimaryKey, setNotNull } from './constraints';
import { createIndex, dropIndex } from './indexes';
import { alter } from './locks';
import { freshDatabaseUrl } from '../../testing/index';

const TABLE = 'planted.calls';
const ROWS = 250;

class CreatePlanted1795009000000 implements MigrationInterface {
  readonly name = 'CreatePlanted1795009000000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE SCHEMA planted`);
    await db.query(`CREATE TABLE ${TABLE} (id text NOT NULL, value integer, visits integer NOT NULL DEFAULT 0)`);
    await db.query(`INSERT INTO ${TABLE} SELECT lpad(n::text, 6, '0'), n FROM generate_series(1, ${String(ROWS)}) n`);
    await db.query(`CREATE INDEX calls_value ON ${TABLE} (value)`);
    await db.query(`CREATE INDEX calls_unused ON ${TABLE} (visits)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP SCHEMA planted CASCADE`);
  }
}

/** Uses every tool of an online migration. */
class ChangePlanted1795009001000 implements MigrationInterface {
  readonly name = 'ChangePlanted1795009001000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(db, `ALTER TABLE ${TABLE} ADD COLUMN IF NOT EXISTS label text`);
    await addPrimaryKey(db, { table: TABLE, name: 'calls_pkey', columns: 'id' });
    await createIndex(db, { table: TABLE, name: 'calls_label', definition: '(label) WHERE label IS NOT NULL' });
    await createIndex(db, { table: TABLE, name: 'calls_value', definition: '(value, id)' });
    await dropIndex(db, 'planted.calls_unused');
    await backfillByKey(db, {
      step: 'labels',
      table: TABLE,
      key: 'id',
      rows: 100,
      statement: `UPDATE ${TABLE} SET label = 'row ' || id, visits = visits + 1 WHERE id > $1 AND id <= $2`,
    });
    await addConstraint(db, { table: TABLE, name: 'calls_visits', definition: 'CHECK (visits < 9)' });
    await setNotNull(db, TABLE, 'label');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE ${TABLE} DROP COLUMN label`);
  }
}

const CONTEXT: Persistence = { schemas: [], migrations: [CreatePlanted1795009000000, ChangePlanted1795009001000] };

const STATE = `SELECT
  (SELECT json_agg(indexdef ORDER BY indexname) FROM pg_indexes WHERE schemaname = 'planted') AS indexes,
  (SELECT json_agg(pg_get_constraintdef(oid) || CASE WHEN convalidated THEN '' ELSE ' invalid' END ORDER BY conname)
    FROM pg_constraint WHERE conrelid = '${TABLE}'::regclass AND contype <> 'n') AS constraints,
  (SELECT count(*)::int FROM pg_index WHERE NOT indisvalid) AS invalid,
  (SELECT attnotnull FROM pg_attribute WHERE attrelid = '${TABLE}'::regclass AND attname = 'label') AS present,
  (SELECT json_agg(DISTINCT visits) FROM ${TABLE}) AS visits,
  (SELECT count(label)::int FROM ${TABLE}) AS labels,
  (SELECT count(*)::int FROM trunkline_migration_steps) AS steps`;

const MIGRATED = {
  indexes: [
    'CREATE INDEX calls_label ON planted.calls USING btree (label) WHERE (label IS NOT NULL)',
    'CREATE UNIQUE INDEX calls_pkey ON planted.calls USING btree (id)',
    'CREATE INDEX calls_value ON planted.calls USING btree (value, id)',
  ],
  constraints: ['PRIMARY KEY (id)', 'CHECK ((visits < 9))'],
  invalid: 0,
  present: true,
  visits: [1],
  labels: ROWS,
  steps: 0,
};

describe('an online migration', () => {
  let url: string;
  let owner: DataSource;

  beforeEach(async () => {
    url = await freshDatabaseUrl();
    owner = await createDataSource({ url, asOwner: true, poolSize: 4 }, []).initialize();
  });

  afterEach(() => owner.destroy());

  const only = (migration: Persistence['migrations'][number]): Persistence => ({
    schemas: [],
    migrations: [migration],
  });
  const state = async (): Promise<unknown> => ((await owner.query(STATE)) as unknown[])[0];

  /** Ends the migrator's connection before the statement of this number of ChangePlanted. Returns whether there was one. */
  async function killBefore(statement: number): Promise<boolean> {
    const prototype = Object.getPrototypeOf(owner.createQueryRunner()) as Pick<QueryRunner, 'query' | 'connection'>;
    const { query } = prototype;
    let sent = 0;
    prototype.query = async function (this: QueryRunner, ...sentWith: Parameters<typeof query>) {
      if (sent > 0 || sentWith[0].includes('ADD COLUMN IF NOT EXISTS label')) sent++;
      if (sent === statement) {
        sent++;
        const [row] = (await query.call(this, 'SELECT pg_backend_pid() AS pid')) as { pid: number }[];
        await owner.query('SELECT pg_terminate_backend($1)', [row?.pid]);
      }
      return (await query.apply(this, sentWith)) as unknown;
    } as typeof query;
    const outcome = await migrate(url, [CONTEXT]).then(
      () => 'done',
      () => 'killed',
    );
    prototype.query = query;
    return outcome === 'killed';
  }

  it('ends in the same schema after a kill before each of its statements', async () => {
    let kills = 0;
    for (let statement = 1; ; statement++) {
      const wasKilled = await killBefore(statement);
      await migrate(url, [CONTEXT]);
      expect({ statement, ...((await state()) as object) }).toEqual({ statement, ...MIGRATED });
      if (!wasKilled) break;
      kills++;
      await owner.query(`DROP SCHEMA planted CASCADE; DELETE FROM trunkline_migrations WHERE name LIKE '%Planted%'`);
    }
    expect(kills).toBeGreaterThan(40);
  }, 120_000);

  it('drops the invalid index of a build that was killed', async () => {
    await migrate(url, [only(CreatePlanted1795009000000)]);
    const reader = owner.createQueryRunner();
    await reader.startTransaction('REPEATABLE READ');
    await reader.query(`SELECT count(*) FROM pg_class`);
    const building = migrate(url, [CONTEXT]).catch((error: unknown) => error);
    const builder = await waitFor(`SELECT pid FROM pg_stat_activity WHERE query LIKE 'CREATE UNIQUE INDEX CONCURRENTLY%'
      AND datname = current_database() AND wait_event_type = 'Lock'`);
    await owner.query('SELECT pg_terminate_backend($1)', [builder['pid']]);
    expect(await building).toBeInstanceOf(Error);
    expect(await owner.query(`SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid`)).toEqual([
      { name: 'planted.calls_pkey' },
    ]);
    await reader.commitTransaction();
    await reader.release();
    await migrate(url, [CONTEXT]);
    expect(await state()).toEqual(MIGRATED);
  });

  it('runs once when two processes migrate at the same time, and neither waits for the other for ever', async () => {
    await migrate(url, [only(CreatePlanted1795009000000)]);
    const lines: string[] = [];
    const runs = await Promise.all([1, 2, 3].map(() => migrate(url, [CONTEXT], (line) => lines.push(line))));
    expect(runs.flatMap(({ migrations }) => migrations)).toEqual(['ChangePlanted1795009001000']);
    expect(lines).toContain('waits for the migration of another process');
    expect(await state()).toEqual(MIGRATED);
  });

  it('lets readers and writers pass while it waits for a lock', async () => {
    await migrate(url, [only(CreatePlanted1795009000000)]);
    const holder = owner.createQueryRunner();
    await holder.startTransaction();
    await holder.query(`SELECT FROM ${TABLE}`);
    const lines: string[] = [];
    const migrating = migrate(url, [CONTEXT], (line) => lines.push(line));
    while (!lines.some((line) => line.includes('waits 1 s for a lock'))) await pause(20);
    expect(lines.join('\n')).toMatch(/waits 0.5 s for a lock; open transactions: process \d+ since \d+ s/);
    await owner.query(`SET lock_timeout = '5s'; SELECT FROM ${TABLE}; UPDATE ${TABLE} SET value = value`);
    await holder.commitTransaction();
    await holder.release();
    await migrating;
    expect(await state()).toEqual(MIGRATED);
  });

  it('does not give up the build of an index while a report runs', async () => {
    await migrate(url, [only(CreatePlanted1795009000000)]);
    await owner.query(`ALTER TABLE ${TABLE} ADD COLUMN label text`);
    const report = owner.createQueryRunner();
    await report.startTransaction('REPEATABLE READ');
    await report.query(`SELECT count(*) FROM pg_class`);
    const migrating = migrate(url, [CONTEXT]);
    await waitFor(`SELECT pid FROM pg_stat_activity WHERE query LIKE 'CREATE UNIQUE INDEX CONCURRENTLY%'
      AND datname = current_database() AND wait_event_type = 'Lock' AND query_start < now() - interval '1 s'`);
    await report.commitTransaction();
    await report.release();
    await migrating;
    expect(await state()).toEqual(MIGRATED);
  });

  it('has the limits of its own session, whatever the database sets for others', async () => {
    await owner.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET statement_timeout = ''200ms''', current_database()); END $$`,
    );
    class Slow1795009002000 implements MigrationInterface {
      readonly name = 'Slow1795009002000';
      readonly transaction = false;
      up = (db: QueryRunner) =>
        backfill<number>(db, {
          step: 'slow',
          start: 0,
          batch: async (position) => {
            await db.query('SELECT pg_sleep(0.3)');
            return position === 1 ? null : position + 1;
          },
        });
      down = () => Promise.resolve();
    }
    expect((await migrate(url, [only(Slow1795009002000)])).migrations).toEqual(['Slow1795009002000']);
  });

  async function waitFor(sql: string): Promise<Record<string, unknown>> {
    for (;;) {
      const [row] = (await owner.query(sql)) as Record<string, unknown>[];
      if (row) return row;
      await pause(20);
    }
  }
});
