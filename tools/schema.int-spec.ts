import { persistence } from '@trunkline/composition';
import { createDataSource, migrate, type Persistence, platformPersistence } from '@trunkline/platform';
import { freshDatabaseUrl } from '@trunkline/platform/testing';
import { type DataSource, EntitySchema } from 'typeorm';

describe('the migrated schema', () => {
  const contexts = [platformPersistence, ...persistence];
  let url: string;
  let source: DataSource;

  const open = (mapped: readonly Persistence[]): Promise<DataSource> =>
    createDataSource({ url, asOwner: true, poolSize: 2 }, mapped).initialize();

  /** Returns the statements that would turn the migrated schema into that of the mappings. */
  const differences = async (from: DataSource): Promise<string[]> => {
    const { upQueries } = await from.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query);
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

  it('equals the schema that the mappings describe', async () => {
    expect(await differences(source)).toEqual([]);
  });

  it('declares every sealed column for the rotation of the master key', async () => {
    const columns: { name: string }[] = await source.query(
      `SELECT table_schema || '.' || table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE column_name ~ 'sealed|wrapped'`,
    );
    const declared = contexts.flatMap(({ sealed = [] }) => sealed.map(({ table, column }) => `${table}.${column}`));
    const undeclared = columns.map(({ name }) => name).filter((name) => !declared.includes(name));
    expect(undeclared.sort()).toEqual([
      // Sealed under the data key of the account.
      'compliance.documents.sealed',
      'compliance.end_users.sealed',
      // The check values of the keys themselves.
      'platform.master_keys.sealed',
    ]);
  });

  it('differs from the mappings when a mapping has no migration', async () => {
    const planted = new EntitySchema({ name: 'planted', columns: { id: { type: 'text', primary: true } } });
    const other = await open([...contexts, { schemas: [planted], migrations: [] }]);
    const found = await differences(other);
    await other.destroy();
    expect(found).toContainEqual(expect.stringContaining('CREATE TABLE "planted"'));
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
