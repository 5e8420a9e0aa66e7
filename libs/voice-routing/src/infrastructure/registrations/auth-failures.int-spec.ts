import { newId } from '@trunkline/kernel';
import { type PostgresWorld, postgresWorld } from '../../testing/postgres-world';
import { StoredAuthFailures } from './auth-failures';

const LIMIT = { failures: 20, seconds: 300, blockSeconds: 900 };
const NOW = new Date('2026-03-01T12:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

describe('StoredAuthFailures', () => {
  let world: PostgresWorld;
  let failures: StoredAuthFailures;
  let username: string;

  beforeAll(async () => {
    world = await postgresWorld();
    failures = new StoredAuthFailures(world.db);
  });
  afterAll(() => world.close());
  beforeEach(() => {
    username = newId('op');
  });

  const fail = (now = NOW, { sourceIp = '203.0.113.7', at = now } = {}) =>
    failures.record({ username, sourceIp, at }, LIMIT, now);
  const failTimes = async (count: number, now = NOW) => {
    const blocks: boolean[] = [];
    for (let n = 0; n < count; n++) blocks.push(await fail(now));
    return blocks.filter(Boolean).length;
  };
  const row = () =>
    world.db.find<{ blocked_until: Date | null; failed_at: Date[] }>(
      `SELECT blocked_until, failed_at FROM voice.auth_failures WHERE username = $1`,
      [username],
    );

  it('blocks with the twentieth failure in five minutes, for fifteen minutes', async () => {
    expect(await failTimes(19)).toBe(0);
    expect((await row())?.blocked_until).toBeNull();
    expect(await fail(later(299))).toBe(true);
    expect((await row())?.blocked_until).toEqual(later(299 + 900));
  });

  it('does not count failures that are five minutes old', async () => {
    expect(await failTimes(19)).toBe(0);
    expect(await fail(later(300))).toBe(false);
    expect((await row())?.failed_at).toHaveLength(1);
  });

  it('does not count failures of a block, and begins anew after it', async () => {
    expect(await failTimes(20)).toBe(1);
    expect(await failTimes(30, later(899))).toBe(0);
    expect((await row())?.blocked_until).toEqual(later(900));
    expect(await failTimes(19, later(900))).toBe(0);
    expect(await fail(later(900))).toBe(true);
  });

  it('counts each address for itself', async () => {
    expect(await failTimes(19)).toBe(0);
    expect(await fail(NOW, { sourceIp: '203.0.113.8' })).toBe(false);
    expect(await fail()).toBe(true);
  });

  it('ignores a failure that is reported five minutes late', async () => {
    expect(await failTimes(19)).toBe(0);
    expect(await fail(later(10), { at: later(-290) })).toBe(false);
    expect(await fail(later(10), { at: later(-289) })).toBe(true);
  });

  it.each([
    [19, 0],
    [20, 1],
    [21, 1],
  ])('blocks at most once when %i failures are reported at once', async (count, blocks) => {
    const outcomes = await Promise.all(Array.from({ length: count }, () => fail()));
    expect(outcomes.filter(Boolean)).toHaveLength(blocks);
    expect((await row())?.blocked_until ?? null).toEqual(blocks === 0 ? null : later(900));
  });

  it('deletes what no longer counts', async () => {
    await failTimes(20);
    expect(await failures.prune(later(899))).toBe(0);
    expect(await failures.prune(later(900))).toBeGreaterThan(0);
    expect(await row()).toBeNull();
  });
});
