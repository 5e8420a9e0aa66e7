import { persistence } from '@trunkline/composition';
import { createDataSource, migrate, type Persistence, platformPersistence } from '@trunkline/platform';
import { freshDatabaseUrl } from '@trunkline/platform/testing';
import { type DataSource, EntitySchema } from 'typeorm';

/** The names that PostgreSQL prints where they differ from those of the mappings. */
const TYPES: Readonly<Record<string, string>> = { timestamptz: 'timestamp with time zone' };

const COLUMNS = `
  SELECT concat_ws(' ', c.attrelid::regclass || '.' || c.attname, format_type(c.atttypid, c.atttypmod),
    CASE WHEN c.attnotnull THEN 'not null' END, CASE WHEN c.attnum = ANY (k.conkey) THEN 'primary key' END) AS text
  FROM pg_attribute c LEFT JOIN pg_constraint k ON k.conrelid = c.attrelid AND k.contype = 'p'
  WHERE c.attrelid = ANY ($1::regclass[]) AND c.attnum > 0 AND NOT c.attisdropped`;

const MASTER_KEYS = {
  id: { type: 'text', primary: true },
  sealed: { type: 'text' },
  firstSeenAt: { type: 'timestamptz' },
} as const;

describe('the migrated schema', () => {
  const contexts = [platformPersistence, ...persistence];
  let url: string;
  let source: DataSource;

  const open = (mapped: readonly Persistence[]): Promise<DataSource> =>
    createDataSource({ url, asOwner: true, poolSize: 2 }, mapped).initialize();

  /** Describes the columns of each mapped table in one form, as the mappings do and as the database does. */
  const mappedColumns = (from: DataSource): string[] =>
    from.entityMetadatas
      .flatMap(({ tablePath, columns }) =>
        columns.map(({ databaseName, type, isArray, isNullable, isPrimary }) =>
          [
            `${tablePath}.${databaseName}`,
            `${TYPES[String(type)] ?? String(type)}${isArray ? '[]' : ''}`,
            ...(isNullable ? [] : ['not null']),
            ...(isPrimary ? ['primary key'] : []),
          ].join(' '),
        ),
      )
      .sort();
  const migratedColumns = async (from: DataSource): Promise<string[]> => {
    const tables = from.entityMetadatas.map(({ tablePath }) => tablePath);
    const columns = await source.query<{ text: string }[]>(COLUMNS, [tables]);
    return columns.map(({ text }) => text).sort();
  };

  /** URL of a database on which every migration has run, and nothing else. */
  const rightsLeftByMigrations = async (): Promise<string> => {
    const fresh = new URL(await freshDatabaseUrl());
    const name = `unrepaired_${Date.now().toString(36)}`;
    await source.query(`CREATE DATABASE ${name} TEMPLATE template0`);
    fresh.pathname = `/${name}`;
    const migrated = await createDataSource(
      { url: fresh.toString(), asOwner: true, poolSize: 2 },
      contexts,
    ).initialize();
    await migrated.runMigrations({ transaction: 'each' });
    await migrated.destroy();
    return fresh.toString();
  };

  beforeAll(async () => {
    url = await freshDatabaseUrl();
    source = await open(contexts);
  });

  afterAll(() => source.destroy());

  it('has the columns, types, nullability and primary keys that the mappings describe', async () => {
    expect(source.entityMetadatas.length).toBeGreaterThan(0);
    expect(mappedColumns(source)).toEqual(await migratedColumns(source));
  });

  it('declares every sealed column for the rotation of the master key', async () => {
    const columns: { name: string }[] = await source.query(
      `SELECT table_schema || '.' || table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE column_name ~ 'sealed|wrapped'
         AND NOT (SELECT relispartition FROM pg_class WHERE oid = format('%I.%I', table_schema, table_name)::regclass)`,
    );
    const declared = contexts.flatMap(({ sealed = [] }) => sealed.map(({ table, column }) => `${table}.${column}`));
    const undeclared = columns.map(({ name }) => name).filter((name) => !declared.includes(name));
    expect(undeclared.sort()).toEqual([
      // Sealed under the data key of the account.
      'compliance.documents.sealed',
      'compliance.end_users.sealed',
      'messaging.messages.body_sealed',
      // The check values of the keys themselves.
      'platform.master_keys.sealed',
    ]);
  });

  it.each([
    ['is right', true, MASTER_KEYS],
    ['lacks a column', false, { id: MASTER_KEYS.id, sealed: MASTER_KEYS.sealed }],
    ['has another column', false, { ...MASTER_KEYS, planted: { type: 'text' } }],
    ['has a column of another type', false, { ...MASTER_KEYS, sealed: { type: 'bytea' } }],
    ['has an array', false, { ...MASTER_KEYS, sealed: { type: 'text', array: true } }],
    ['has a nullable column', false, { ...MASTER_KEYS, sealed: { type: 'text', nullable: true } }],
    ['has another primary key', false, { ...MASTER_KEYS, sealed: { type: 'text', primary: true } }],
  ] as const)('is compared with a mapping that %s', async (_, isSame, columns) => {
    const planted = new EntitySchema({ name: 'planted', schema: 'platform', tableName: 'master_keys', columns });
    const other = await open([{ schemas: [planted], migrations: [] }]);
    const [mapped, migrated] = [mappedColumns(other), await migratedColumns(other)];
    await other.destroy();
    if (isSame) expect(mapped).toEqual(migrated);
    else expect(mapped).not.toEqual(migrated);
  });

  it('has no pending migration', async () => {
    expect(await source.showMigrations()).toBe(false);
  });

  it('grants the application exactly the rights that the contexts declare', async () => {
    const declared = contexts.map(({ grants }) => grants?.schema);
    const made = await source.query<{ name: string }[]>(
      `SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema|public|bullmq)' ORDER BY 1`,
    );
    expect([...declared].sort()).toEqual(made.map(({ name }) => name));
    const before = await rightsLeftByMigrations();
    const { repaired } = await migrate(before, contexts);
    expect(repaired.filter((table) => !table.startsWith('bullmq.'))).toEqual([]);
  });

  it('comes from migrations with distinct names and timestamps', () => {
    const names = contexts.flatMap(({ migrations }) => migrations.map(({ name }) => name));
    const times = names.map((name) => name.slice(-13));
    expect(new Set(times).size).toBe(names.length);
    expect(names.filter((name) => !/^[A-Z]\w+17950\d{8}$/.test(name))).toEqual([]);
  });
});
