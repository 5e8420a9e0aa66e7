import { createDataSource } from '../database/database';
import { lockWaits, type TestDatabase, testDatabase } from './index';

const LOCK = 'SELECT pg_advisory_xact_lock(1)';

describe('the wait for sessions that wait for locks', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await testDatabase([]);
  });
  afterAll(() => test.close());

  it('sees a session that connects after the first look of the same transaction', async () => {
    let late: Promise<unknown> = Promise.resolve();
    await test.db.run(async () => {
      await test.db.query(LOCK);
      await test.db.query('SELECT count(*) FROM pg_stat_activity');
      const other = await createDataSource({ url: test.url, poolSize: 1 }, []).initialize();
      late = other.query(LOCK).finally(() => other.destroy());
      await lockWaits(test.db);
    });
    await late;
  });
});
