import { createHash } from 'node:crypto';
import { persistence } from '@trunkline/composition';
import { createDataSource, migrate, type Persistence, platformPersistence } from '@trunkline/platform';
import { freshDatabaseUrl } from '@trunkline/platform/testing';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { blockingStatements, type Sent } from './migrations/blocking-statements';
import { RELEASED } from './migrations/released';

/** Tables that operators fill by hand, and those to which the last release wrote nothing yet. */
const SMALL = new Set([
  'voice.carriers',
  'cdr.rate_decks',
  'compliance.end_users',
  'compliance.documents',
  'compliance.bundles',
  'webhooks.endpoints',
  'webhooks.deliveries',
]);

type Recorded = ReadonlyMap<string, readonly Sent[]>;

/** Runs all migrations on an empty database and returns the statements of each. */
async function record(contexts: readonly Persistence[]): Promise<Recorded> {
  const recorded = new Map<string, Sent[]>();
  const url = new URL(await freshDatabaseUrl());
  const source = await createDataSource({ url: url.toString(), asOwner: true, poolSize: 1 }, []).initialize();
  const name = `recorded_${Date.now().toString(36)}`;
  await source.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  const prototype = Object.getPrototypeOf(source.createQueryRunner()) as Pick<QueryRunner, 'query'>;
  await source.destroy();
  url.pathname = `/${name}`;
  const { query } = prototype;
  let statements: Sent[] = [];
  prototype.query = async function (this: QueryRunner, ...sent: Parameters<typeof query>) {
    statements.push({ text: sent[0], inTransaction: this.isTransactionActive });
    return (await query.apply(this, sent)) as unknown;
  } as typeof query;
  try {
    await migrate(url.toString(), contexts, (line) => {
      const started = /^migrating (\w+)$/.exec(line)?.[1];
      if (!started) return;
      statements = [];
      recorded.set(started, statements);
    });
  } finally {
    prototype.query = query;
  }
  return recorded;
}

function digest(sent: readonly Sent[]): string {
  const own = sent.filter(({ text }) => !/set_config|trunkline_migration|START TRANSACTION|COMMIT/.test(text));
  return createHash('sha256')
    .update(own.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(';'))
    .digest('hex')
    .slice(0, 12);
}

describe('the migrations since the last release', () => {
  const contexts = [platformPersistence, ...persistence];
  let recorded: Recorded;
  let sinceRelease: ReadonlySet<string>;

  const created = (name: string): string[] =>
    (recorded.get(name) ?? []).flatMap(({ text }) => /^CREATE (?:UNLOGGED )?TABLE ([\w.]+)/.exec(text)?.slice(1) ?? []);
  /** A table that no release has is empty when the next release creates it. */
  const isExempt = (table: string): boolean => SMALL.has(table) || sinceRelease.has(table);

  beforeAll(async () => {
    recorded = await record(contexts);
    sinceRelease = new Set([...recorded.keys()].filter((name) => !(name in RELEASED)).flatMap(created));
  });

  it('block neither readers nor writers of a table that may be large', () => {
    const faults = [...recorded]
      .filter(([name]) => !(name in RELEASED))
      .flatMap(([name, sent]) => blockingStatements(sent, isExempt).map((fault) => `${name}: ${fault}`));
    expect(faults).toEqual([]);
  });

  it('come after those of the release, which never change', () => {
    const digests = Object.keys(RELEASED).map((name) => [name, digest(recorded.get(name) ?? [])]);
    expect(Object.fromEntries(digests)).toEqual(RELEASED);
  });

  it('change the columns of decisions once, because the release reads all of them by a prepared statement', () => {
    const changes = /ALTER TABLE voice\.decisions\b.*\b(ADD COLUMN|DROP COLUMN|RENAME COLUMN|TYPE)\b/s;
    const changing = [...recorded].filter(
      ([name, sent]) => !(name in RELEASED) && sent.some(({ text }) => changes.test(text)),
    );
    expect(changing.map(([name]) => name)).toEqual(['WidenDecisions1795000404000']);
  });

  it('are read as they are sent', async () => {
    class Planted1795009000000 implements MigrationInterface {
      readonly name = 'Planted1795009000000';
      up = async (db: QueryRunner): Promise<void> => {
        for (const column of ['caller']) await db.query(`CREATE INDEX planted ON cdr.cdrs (${column})`);
      };
      down = () => Promise.resolve();
    }
    const sent = await record([...contexts, { schemas: [], migrations: [Planted1795009000000] }]);
    expect(blockingStatements(sent.get('Planted1795009000000') ?? [], isExempt)).toEqual([
      'cdr.cdrs: builds an index without CONCURRENTLY: CREATE INDEX planted ON cdr.cdrs (caller)',
    ]);
  });
});

describe('a statement of a migration', () => {
  const faults = (...texts: string[]): string[] =>
    blockingStatements(
      texts.map((text) => ({ text, inTransaction: false })),
      (table) => table === 'a.small',
    );

  it.each([
    'CREATE INDEX i ON a.big (x)',
    'CREATE UNIQUE INDEX IF NOT EXISTS i\n ON a.big USING gin (x)',
    'REINDEX TABLE a.big',
    'REINDEX INDEX a.i',
    'CLUSTER a.big USING i',
    'VACUUM FULL a.big',
    'VACUUM (FULL, ANALYZE) a.big',
    'LOCK TABLE a.big IN SHARE MODE',
    'TRUNCATE a.big',
    'UPDATE a.big SET x = 1',
    'UPDATE a.big b SET x = c.x FROM a.other c WHERE c.id = b.id',
    'DELETE FROM a.big WHERE x > 1',
    'INSERT INTO a.small SELECT x FROM a.big GROUP BY 1',
    'ALTER TABLE a.big ADD CONSTRAINT c CHECK (x > 0)',
    'ALTER TABLE a.big ADD FOREIGN KEY (x) REFERENCES a.small',
    'ALTER TABLE a.big DROP CONSTRAINT d, ADD CONSTRAINT c UNIQUE (x, y)',
    'ALTER TABLE a.big ADD PRIMARY KEY (x)',
    "ALTER TABLE a.big ADD COLUMN y text CHECK (y IN ('a', 'b'))",
    'ALTER TABLE a.big ADD COLUMN IF NOT EXISTS y text REFERENCES a.small',
    'ALTER TABLE a.big ADD COLUMN y text NOT NULL DEFAULT gen_random_uuid()',
    "ALTER TABLE a.big ADD y bigint DEFAULT nextval('s')",
    'ALTER TABLE a.big ADD COLUMN y timestamptz DEFAULT clock_timestamp()',
    'ALTER TABLE a.big ADD COLUMN y bigint GENERATED ALWAYS AS IDENTITY',
    'ALTER TABLE a.big ADD COLUMN y text GENERATED ALWAYS AS (lower(x)) STORED',
    'ALTER TABLE a.big ADD COLUMN y bigserial',
    'ALTER TABLE a.big ALTER COLUMN x TYPE bigint',
    'ALTER TABLE a.big ALTER x SET DATA TYPE bigint',
    'ALTER TABLE a.big ALTER COLUMN x SET NOT NULL',
    'ALTER TABLE a.big SET LOGGED',
  ])('is refused: %s', (text) => {
    expect(faults(text)).toHaveLength(1);
  });

  it('is refused when it validates a constraint in a transaction with others', () => {
    const text = 'ALTER TABLE a.big VALIDATE CONSTRAINT c';
    expect(blockingStatements([{ text, inTransaction: true }], () => false)).toHaveLength(1);
    expect(faults(text)).toEqual([]);
  });

  it.each([
    'CREATE INDEX CONCURRENTLY i ON a.big (x)',
    'CREATE INDEX i ON a.small (x)',
    'REINDEX INDEX CONCURRENTLY a.i',
    'ALTER TABLE a.big ADD CONSTRAINT c CHECK (x > 0) NOT VALID',
    'ALTER TABLE a.big DROP CONSTRAINT IF EXISTS c, ADD CONSTRAINT c CHECK (x IN (1, 2)) NOT VALID',
    'ALTER TABLE a.big ADD CONSTRAINT c PRIMARY KEY USING INDEX i',
    "ALTER TABLE a.big ADD COLUMN y text NOT NULL DEFAULT 'x', ADD COLUMN z timestamptz DEFAULT now()",
    'UPDATE a.big SET x = 1 WHERE id > $1 AND id <= $2',
    'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ UPDATE a.big SET x = 1 $$',
    'CREATE TRIGGER t AFTER INSERT ON a.big FOR EACH ROW EXECUTE FUNCTION f()',
    'DROP TABLE a.big',
  ])('is allowed: %s', (text) => {
    expect(faults(text)).toEqual([]);
  });

  it('may do all that to a table of the same migration', () => {
    expect(faults('CREATE TABLE a.big (x int)', 'CREATE INDEX i ON a.big (x)', 'UPDATE a.big SET x = 1')).toEqual([]);
  });

  it('may forbid nulls once a constraint has proved that there are none', () => {
    expect(
      faults(
        'ALTER TABLE a.big ADD CONSTRAINT c CHECK (x IS NOT NULL) NOT VALID',
        'ALTER TABLE a.big VALIDATE CONSTRAINT c',
        'ALTER TABLE a.big ALTER COLUMN x SET NOT NULL',
      ),
    ).toEqual([]);
  });
});
