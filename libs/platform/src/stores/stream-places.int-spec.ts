import { type TestDatabase, testDatabase } from '../testing/index';
import { StreamPlaces } from './stream-places';

describe('StreamPlaces', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await testDatabase([]);
  });
  afterAll(() => test.close());

  const age = (seconds: number) =>
    test.db.query(`UPDATE platform.open_streams SET expires_at = expires_at - make_interval(secs => $1)`, [seconds]);
  const isTaken = (id: string | null) => id !== null;

  it('grants an account no more than its places when processes race', async () => {
    // Opens the connections, so that the transactions overlap.
    await Promise.all(Array.from({ length: 10 }, () => test.db.query('SELECT pg_sleep(0.05)')));
    const [one, two] = [new StreamPlaces(test.db), new StreamPlaces(test.db)];
    const takes = Array.from({ length: 10 }, (_, n) => (n % 2 ? one : two).take('acc_race', 3));
    expect((await Promise.all(takes)).filter(isTaken)).toHaveLength(3);
    expect(await one.take('acc_other', 3)).not.toBeNull();
  });

  it('grants a place again after it was freed', async () => {
    const places = new StreamPlaces(test.db);
    const first = await places.take('acc_free', 1);
    expect(await places.take('acc_free', 1)).toBeNull();
    await places.free(first ?? '');
    expect(await places.take('acc_free', 1)).not.toBeNull();
  });

  it('frees the places of a crashed process after a minute, and keeps those of a living one', async () => {
    const [living, crashed] = [new StreamPlaces(test.db), new StreamPlaces(test.db)];
    await living.take('acc_crash', 2);
    await crashed.take('acc_crash', 2);
    await age(30);
    await living.renew();
    expect(await living.take('acc_crash', 2)).toBeNull();
    await age(30);
    expect(await living.take('acc_crash', 2)).not.toBeNull();
    expect(await living.take('acc_crash', 2)).toBeNull();
  });
});
