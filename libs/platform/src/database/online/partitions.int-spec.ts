import { setTimeout as pause } from 'node:timers/promises';
import { addDays, earliestId, newId } from '@trunkline/kernel';
import fc from 'fast-check';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { createDataSource, type Persistence } from '../data-source';
import { migrate } from '../migrate';
import { createLoginRole, freshDatabaseUrl } from '../../testing';
import { createIndex, dropIndex } from './indexes';
import { partitionByMonth, unpartition } from './partitions';

const TABLE = 'planted.calls';
const ROWS = 500;
const MONTHLY = { table: TABLE, key: 'id', prefix: 'cdr', former: ['calls_by_id'] } as const;

class CreatePlanted1795029000000 implements MigrationInterface {
  readonly name = 'CreatePlanted1795029000000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE SCHEMA planted`);
    await db.query(`CREATE TABLE ${TABLE} (
      gone text, id text NOT NULL, account text NOT NULL, value integer NOT NULL DEFAULT 7, label text,
      CONSTRAINT calls_value CHECK (value > 0), PRIMARY KEY (account, id))
      WITH (fillfactor = 90)`);
    await db.query(`ALTER TABLE ${TABLE} DROP COLUMN gone`);
    await db.query(`CREATE INDEX calls_by_id ON ${TABLE} (id)`);
    await db.query(`CREATE INDEX calls_labelled ON ${TABLE} (account, label text_pattern_ops) INCLUDE (value)
      WHERE label IS NOT NULL`);
    await db.query(`CREATE STATISTICS planted.calls_pairs (mcv) ON value, label FROM ${TABLE}`);
    await db.query(`CREATE TABLE planted.counted (count integer NOT NULL)`);
    await db.query(`INSERT INTO planted.counted VALUES (0)`);
    await db.query(`CREATE FUNCTION planted.count() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      UPDATE planted.counted SET count = count + (SELECT count(*) FROM added); RETURN NULL; END $$`);
    await db.query(`CREATE TRIGGER count_added AFTER INSERT ON ${TABLE} REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION planted.count()`);
    await db.query(`GRANT USAGE ON SCHEMA planted TO trunkline_app`);
    await db.query(`GRANT SELECT, INSERT ON ${TABLE} TO trunkline_app`);
    await db.query(`INSERT INTO ${TABLE} (id, account, label)
      SELECT 'cdr_0' || n, 'acc_' || n % 5, CASE WHEN n % 2 = 0 THEN 'l' || n END FROM generate_series(1, ${String(ROWS)}) n`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP SCHEMA planted CASCADE`);
  }
}

class PartitionPlanted1795029000001 implements MigrationInterface {
  readonly name = 'PartitionPlanted1795029000001';
  readonly transaction = false;
  up = (db: QueryRunner) => partitionByMonth(db, MONTHLY);
  down = (db: QueryRunner) => unpartition(db, TABLE);
}

class IndexPlanted1795029000002 implements MigrationInterface {
  readonly name = 'IndexPlanted1795029000002';
  readonly transaction = false;
  up = (db: QueryRunner) => createIndex(db, { table: TABLE, name: 'calls_new', definition: '(account, value)' });
  down = (db: QueryRunner) => dropIndex(db, 'planted.calls_new');
}

const only = (...migrations: Persistence['migrations']): Persistence => ({ schemas: [], migrations });
const CREATED = only(CreatePlanted1795029000000);
const PARTITIONED = only(CreatePlanted1795029000000, PartitionPlanted1795029000001);

describe('a table that is partitioned by month', () => {
  let url: string;
  let owner: DataSource;

  beforeEach(async () => {
    url = await freshDatabaseUrl();
    owner = await createDataSource({ url, asOwner: true, poolSize: 4 }, []).initialize();
  });
  afterEach(() => owner.destroy());

  const rows = <T>(sql: string, values: readonly unknown[] = []) => owner.query<T[]>(sql, [...values]);
  const partitions = () =>
    rows<{ partition: string; from_id: string | null; to_id: string }>(
      `SELECT partition, from_id, to_id FROM platform.monthly_partitions() WHERE table_name = $1 ORDER BY to_id`,
      [TABLE],
    );
  const monthOf = (later: number) => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later));
  };
  const nameOf = (at: Date) => `${TABLE}_${at.toISOString().slice(0, 7).replace('-', '_')}`;
  const add = (id: string) => rows(`INSERT INTO ${TABLE} (id, account) VALUES ($1, 'acc_1')`, [id]);
  const files = async () =>
    Object.fromEntries(
      (
        await rows<{ oid: number; node: number }>(
          `SELECT oid::integer, relfilenode::integer AS node FROM pg_class
           WHERE relnamespace = 'planted'::regnamespace AND relkind IN ('r', 'i') AND pg_relation_size(oid) > 0 AND relname <> 'counted'`,
        )
      ).map(({ oid, node }) => [oid, node]),
    );

  it('keeps its rows and indexes as they are, and defines its parts again for all partitions', async () => {
    await migrate(url, [CREATED]);
    const before = await files();
    await migrate(url, [PARTITIONED]);
    const after = await files();
    expect(Object.keys(before).length).toBe(4);
    for (const [oid, node] of Object.entries(before)) expect(after[oid]).toBe(node);
    expect(await partitions()).toEqual([
      { partition: `${TABLE}_before`, from_id: null, to_id: earliestId('cdr', monthOf(2)) },
      {
        partition: nameOf(monthOf(2)),
        from_id: earliestId('cdr', monthOf(2)),
        to_id: earliestId('cdr', monthOf(3)),
      },
    ]);
    const [first] = await rows(`SELECT count(*)::int AS rows FROM ${TABLE}_before`);
    expect(first).toEqual({ rows: ROWS });
    const kinds = await rows<{ table: string; index: string }>(
      `SELECT tablename AS table, regexp_replace(indexdef, '^.* USING ', '') AS index FROM pg_indexes
       WHERE schemaname = 'planted' ORDER BY 1, 2`,
    );
    const indexesOf = (table: string) => kinds.filter((each) => each.table === table).map(({ index }) => index);
    const [month] = await rows<{ name: string }>(`SELECT relname AS name FROM pg_class WHERE oid = $1::regclass`, [
      nameOf(monthOf(2)),
    ]);
    const all = [
      'btree (account, id)',
      'btree (account, label text_pattern_ops) INCLUDE (value) WHERE (label IS NOT NULL)',
    ];
    expect(indexesOf(month!.name)).toEqual(all);
    expect(indexesOf('calls_before')).toEqual([...all, 'btree (id)']);
    expect(
      await rows(
        `SELECT (SELECT count(*)::int FROM pg_statistic_ext WHERE stxrelid = c.oid) AS statistics, reloptions,
           array(SELECT DISTINCT privilege_type FROM aclexplode(relacl) WHERE grantee = 'trunkline_app'::regrole ORDER BY 1) AS rights,
           array(SELECT conname::text FROM pg_constraint WHERE conrelid = c.oid AND contype = 'c') AS checks
         FROM pg_class c WHERE relname = $1`,
        [month!.name],
      ),
    ).toEqual([
      { statistics: 1, reloptions: ['fillfactor=90'], rights: ['INSERT', 'SELECT'], checks: ['calls_value'] },
    ]);
    await add(newId('cdr'));
    await add(earliestId('cdr', monthOf(2)));
    expect(await rows(`SELECT count FROM planted.counted`)).toEqual([{ count: ROWS + 2 }]);
    expect(await rows(`SELECT value FROM ${nameOf(monthOf(2))}`)).toEqual([{ value: 7 }]);
    await expect(add(earliestId('cdr', monthOf(9)))).rejects.toThrow('no partition of relation');
  });

  it('leaves the roles of operators the rights that they were granted', async () => {
    await migrate(url, [CREATED]);
    const roles = await Promise.all([1, 2, 3].map(() => createLoginRole(url, '')));
    const [reporting, partial, lender] = roles.map(({ name }) => name);
    try {
      await rows(`GRANT SELECT ON ${TABLE} TO ${reporting}`);
      await rows(`GRANT SELECT (id, value), UPDATE (label) ON ${TABLE} TO ${partial}`);
      await rows(`GRANT DELETE ON ${TABLE} TO ${lender} WITH GRANT OPTION`);
      await migrate(url, [PARTITIONED]);
      await rows(`SELECT platform.add_months(4)`);
      const [months] = await rows<{ tables: number }>(
        `SELECT count(*)::int AS tables FROM pg_class c
         WHERE relnamespace = 'planted'::regnamespace AND relname ~ '^calls(_before|_\\d+_\\d+)?$' AND relkind IN ('r', 'p')
           AND has_table_privilege($1, oid, 'SELECT') AND NOT has_table_privilege($1, oid, 'INSERT')
           AND has_column_privilege($2, oid, 'value', 'SELECT') AND NOT has_column_privilege($2, oid, 'account', 'SELECT')
           AND has_column_privilege($2, oid, 'label', 'UPDATE') AND NOT has_table_privilege($2, oid, 'SELECT')
           AND has_table_privilege($3, oid, 'DELETE WITH GRANT OPTION')
           AND has_table_privilege('trunkline_app', oid, 'INSERT') AND NOT has_table_privilege('trunkline_app', oid, 'DELETE')`,
        [reporting, partial, lender],
      );
      // The table, its first partition, and three months.
      expect(months).toEqual({ tables: 5 });
    } finally {
      for (const role of roles) await role.drop();
    }
  });

  it('keeps the sequence of its numbers when the first partition is dropped', async () => {
    await migrate(url, [CREATED]);
    await rows(`CREATE SEQUENCE planted.calls_seq`);
    await rows(`ALTER TABLE ${TABLE} ADD COLUMN seq bigint DEFAULT nextval('planted.calls_seq')`);
    await rows(`ALTER SEQUENCE planted.calls_seq OWNED BY ${TABLE}.seq`);
    await migrate(url, [PARTITIONED]);
    await add(newId('cdr'));
    await add(earliestId('cdr', monthOf(2)));
    await rows(`DROP TABLE ${TABLE}_before`);
    await add(earliestId('cdr', addDays(monthOf(2), 1)));
    expect(await rows(`SELECT seq::int FROM ${TABLE} ORDER BY id`)).toEqual([{ seq: 502 }, { seq: 503 }]);
  });

  it('is written and read while it is partitioned', async () => {
    await migrate(url, [CREATED]);
    let written = 0;
    let slowestMs = 0;
    const state = { isOver: false };
    const writers = [1, 2].map(async () => {
      while (!state.isOver) {
        const since = performance.now();
        await add(newId('cdr'));
        await rows(`SELECT count(*) FROM ${TABLE} WHERE account = 'acc_1'`);
        slowestMs = Math.max(slowestMs, performance.now() - since);
        written++;
      }
    });
    await migrate(url, [PARTITIONED]);
    await pause(100);
    state.isOver = true;
    await Promise.all(writers);
    expect(await rows(`SELECT count(*)::int AS rows FROM ${TABLE}`)).toEqual([{ rows: ROWS + written }]);
    expect(await rows(`SELECT count FROM planted.counted`)).toEqual([{ count: ROWS + written }]);
    expect(slowestMs).toBeLessThan(5_000);
  });

  it('gets its coming months once, however many workers add them', async () => {
    await migrate(url, [PARTITIONED]);
    const added = await Promise.all(
      [1, 2, 3].map(async () => (await rows<{ added: number }>(`SELECT platform.add_months(6) AS added`))[0]?.added),
    );
    expect(added.filter((count) => count !== 0)).toEqual([expect.any(Number)]);
    expect((await partitions()).at(-1)?.to_id).toBe(earliestId('cdr', monthOf(7)));
    expect(await rows(`SELECT platform.add_months(3) AS added`)).toEqual([{ added: 0 }]);
  });

  it('gets its coming months when a migration that was interrupted after the swap runs again', async () => {
    await migrate(url, [PARTITIONED]);
    const complete = await partitions();
    await rows(`DROP TABLE ${nameOf(monthOf(2))}`);
    const runner = owner.createQueryRunner();
    await partitionByMonth(runner, MONTHLY);
    await runner.release();
    expect(await partitions()).toEqual(complete);
  });

  it('gets an index partition by partition, and loses it again', async () => {
    await migrate(url, [PARTITIONED]);
    await migrate(url, [only(...PARTITIONED.migrations, IndexPlanted1795029000002)]);
    const state = () =>
      rows(`SELECT count(*)::int AS indexes, bool_and(indisvalid) AS valid FROM pg_index
        WHERE pg_get_indexdef(indexrelid) LIKE '%(account, value)'`);
    expect(await state()).toEqual([{ indexes: 3, valid: true }]);
    await rows(`SELECT platform.add_months(3)`);
    expect(await state()).toEqual([{ indexes: 4, valid: true }]);
    const runner = owner.createQueryRunner();
    await createIndex(runner, { table: TABLE, name: 'calls_new', definition: '(account, value)' });
    await dropIndex(runner, 'planted.calls_new');
    await runner.release();
    expect(await state()).toEqual([{ indexes: 0, valid: null }]);
  });

  it('becomes the former table again', async () => {
    await migrate(url, [CREATED]);
    const described = () => rows(`SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'planted' ORDER BY 1`);
    const before = await described();
    await migrate(url, [PARTITIONED]);
    await add(earliestId('cdr', monthOf(2)));
    const runner = owner.createQueryRunner();
    await unpartition(runner, TABLE);
    await runner.release();
    expect(await described()).toEqual(before);
    await add(newId('cdr'));
    expect(await rows(`SELECT count(*)::int AS rows FROM ${TABLE}`)).toEqual([{ rows: ROWS + 2 }]);
    expect(await rows(`SELECT count FROM planted.counted`)).toEqual([{ count: ROWS + 2 }]);
  });

  it('has bounds at the ids of the kernel', async () => {
    await fc.assert(
      fc.asyncProperty(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), async (at) => {
        const id = earliestId('cdr', at);
        expect(
          await rows(`SELECT platform.earliest_id('cdr', $1) AS id, platform.id_time($2) AS at`, [at, `${id}0123abcd`]),
        ).toEqual([{ id, at }]);
      }),
      { numRuns: 50 },
    );
  });
});
