import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { identityPersistence } from '../identity.module';
import { databaseStores } from '../testing/database-world';
import { describeIdentityStores } from '../testing/store-contract';

describe('identity in PostgreSQL', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
  });
  afterAll(() => test.close());

  describeIdentityStores('the stores in PostgreSQL', () => ({ stores: databaseStores(test.db), tx: test.db }));

  it('has the schema of its mapping', async () => {
    const { upQueries } = await test.db.dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });
});
