import { persistence } from '@trunkline/composition';
import { createDataSource, type Persistence, platformPersistence } from '@trunkline/platform';
import { freshDatabaseUrl } from '@trunkline/platform/testing';
import { type DataSource, EntitySchema } from 'typeorm';

describe('the migrated schema', () => {
  const contexts = [platformPersistence, ...persistence];
  let url: string;
  let source: DataSource;

  const open = (mapped: readonly Persistence[]): Promise<DataSource> =>
    createDataSource({ url, asOwner: true, poolSize: 2 }, mapped).initialize();

  /** The statements that would turn the migrated schema into the one of the mappings. */
  const differences = async (from: DataSource): Promise<string[]> => {
    const { upQueries } = await from.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query);
  };

  beforeAll(async () => {
    url = await freshDatabaseUrl();
    source = await open(contexts);
  });

  afterAll(() => source.destroy());

  it('is the one that the mappings would make afresh', async () => {
    expect(await differences(source)).toEqual([]);
  });

  it('would show a mapping that no migration follows', async () => {
    const planted = new EntitySchema({ name: 'planted', columns: { id: { type: 'text', primary: true } } });
    const other = await open([...contexts, { schemas: [planted], migrations: [] }]);
    const found = await differences(other);
    await other.destroy();
    expect(found).toContainEqual(expect.stringContaining('CREATE TABLE "planted"'));
  });

  it('has nothing left to migrate', async () => {
    expect(await source.showMigrations()).toBe(false);
  });

  it('was made by migrations of distinct names and times', () => {
    const names = contexts.flatMap(({ migrations }) => migrations.map(({ name }) => name));
    const times = names.map((name) => name.slice(-13));
    expect(new Set(times).size).toBe(names.length);
    expect(names.filter((name) => !/^[A-Z]\w+17950\d{8}$/.test(name))).toEqual([]);
  });
});
