import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { identityPersistence } from '../../identity.module';
import { databaseStores } from '../../testing/database-world';
import { describeMemberStores } from '../../testing/members/members-contract';
import { databaseMemberStores } from '../../testing/members/members-stores';

describe('members in PostgreSQL', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
  });
  afterAll(() => test.close());

  describeMemberStores('the stores of members in PostgreSQL', () => ({
    stores: databaseStores(test.db),
    team: databaseMemberStores(test.db),
    tx: test.db,
  }));
});
