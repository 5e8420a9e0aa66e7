import { MovableClock } from './test-clock';
import { Notifications } from '../database/notifications';
import { eventually, type TestDatabase, testDatabase } from '../testing/index';

describe('the test clock', () => {
  let test: TestDatabase;
  const ends: (() => unknown)[] = [];

  /** A clock as another process has it, which learns of moves either by notifications or by polling. */
  const follow = async (withNotifications = true): Promise<MovableClock> => {
    const notifications = new Notifications(test.url);
    const clock = new MovableClock(test.db, withNotifications ? 600_000 : 500);
    await clock.follow(notifications);
    if (withNotifications) await notifications.start();
    ends.push(
      () => clock.stop(),
      () => notifications.stop(),
    );
    return clock;
  };

  beforeAll(async () => {
    test = await testDatabase([]);
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });
  afterAll(() => test.close());

  it('is the real time until it is moved', async () => {
    const clock = await follow();
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1000);
    expect(clock.offsetSeconds).toBe(0);
  });

  it('moves forward in every process and notifies each once', async () => {
    const [mover, other] = [await follow(), await follow()];
    let moves = 0;
    other.onMove(() => moves++);
    const before = other.now();
    const moved = await mover.advance(86_400);
    expect(moved.getTime() - before.getTime()).toBeGreaterThanOrEqual(86_400_000);
    await eventually(() => expect(other.now().getTime() - before.getTime()).toBeGreaterThanOrEqual(86_400_000));
    await eventually(() => expect(other.offsetSeconds).toBe(mover.offsetSeconds));
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(moves).toBe(1);
  });

  it('reaches a process that missed the notification', async () => {
    const deaf = await follow(false);
    const mover = await follow();
    await mover.advance(60);
    await eventually(() => expect(deaf.offsetSeconds).toBe(mover.offsetSeconds));
  });

  it('starts where it was left', async () => {
    const mover = await follow();
    await mover.advance(3600);
    expect((await follow()).offsetSeconds).toBe(mover.offsetSeconds);
  });

  it('does not move backward', async () => {
    const mover = await follow();
    await expect(mover.advance(-1_000_000_000)).rejects.toThrow('test_clock_forward');
  });
});
