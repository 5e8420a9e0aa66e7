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
    const other = createDataSource({ url: test.url, poolSize: 1 }, []);
    let late: Promise<unknown> = Promise.resolve();
    await test.db.run(async () => {
      await test.db.query(LOCK);
      await test.db.query('SELECT count(*) FROM pg_stat_activity');
      await other.initialize();
      late = other.query(LOCK);
      await expect(lockWaits(test.db)).resolves.toBeUndefined();
    });
    await late;
    await other.destroy();
  });
});
