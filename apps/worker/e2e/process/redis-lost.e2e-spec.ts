import { canStartRedis, eventually, type OwnRedis, startOwnRedis } from '@trunkline/platform/testing';
import { ApiProcess } from '../support/api-process';
import { HANDLER_LOCK, ProbeWorld } from '../support/probe-world';

const EVENTS = 60;
const SLOW = 90_000;

/** One case for each way to lose what Redis holds; none where the machine has no Redis, which the run says in large letters. */
const losses: { name: string; lose: (redis: OwnRedis) => Promise<void> }[] = canStartRedis()
  ? [
      { name: 'flushed', lose: (redis) => redis.flush() },
      {
        name: 'killed, and started again empty',
        lose: async (redis) => {
          await redis.kill();
          await redis.start();
        },
      },
    ]
  : [];

describe('events, with Redis', () => {
  const ends: (() => Promise<void>)[] = [];

  const open = async (): Promise<{ redis: OwnRedis; world: ProbeWorld }> => {
    const redis = await startOwnRedis();
    ends.push(() => redis.kill());
    const world = await ProbeWorld.open({ REDIS_URL: redis.url });
    ends.push(() => world.close());
    return { redis, world };
  };

  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  it('are tested with every way to lose it', () => {
    expect(losses).toHaveLength(canStartRedis() ? 2 : 0);
  });

  for (const { name, lose } of losses) {
    it(
      `are each handled once when it is ${name} meanwhile`,
      async () => {
        const { redis, world } = await open();
        await world.start();
        await world.start();
        await world.publish(10);
        await world.settled(10);
        const release = await world.hold(HANDLER_LOCK);
        // More accounts than handlers: most jobs wait in Redis.
        await Promise.all(Array.from({ length: EVENTS }, (_, n) => world.publish(1, `acc_${n}`)));
        await world.awaited(HANDLER_LOCK);
        await lose(redis);
        await release();
        await world.loseClaims();
        const effects = await world.settled(EVENTS + 10);
        expect(effects).toHaveLength(EVENTS + 10);
        expect(new Set(effects.map((effect) => effect.event_id)).size).toBe(EVENTS + 10);
        await world.publish(5);
        expect(await world.settled(EVENTS + 15)).toHaveLength(EVENTS + 15);
      },
      SLOW,
    );

    it(
      `are kept while it is unavailable, and handled once it is back: ${name}`,
      async () => {
        const { redis, world } = await open();
        const worker = await world.start();
        await redis.kill();
        await Promise.all(Array.from({ length: 20 }, (_, n) => world.publish(1, `acc_${n}`)));
        await eventually(async () => {
          const [row] = await world.db.query<{ count: number }>(
            `SELECT count(*) AS count FROM platform.outbox WHERE relayed_at IS NOT NULL`,
          );
          expect(row).toEqual({ count: 20 });
        });
        expect(await world.effects()).toEqual([]);
        await redis.start();
        await lose(redis);
        await world.loseClaims();
        expect(await world.settled(20)).toHaveLength(20);
        expect(await worker.signal('SIGTERM')).toBe(0);
      },
      SLOW,
    );
  }

  if (canStartRedis()) {
    it(
      'makes workers unready, and degrades APIs without making them unready',
      async () => {
        const { redis, world } = await open();
        const worker = await world.start();
        const [api, port] = await Promise.all([ApiProcess.start(world.env), worker.started()]);
        ends.push(() => api.kill());
        const isReady = {
          worker: async () => (await fetch(`http://127.0.0.1:${String(port)}/health/ready`)).ok,
          api: async () => (await api.call('GET', '/health/ready', {})).ok,
        };
        const report = async () => {
          const response = await api.call('GET', '/health', {});
          const { status, bindings } = (await response.json()) as {
            status: string;
            bindings: { kv_sessions: boolean };
          };
          return { worker: await isReady.worker(), api: await isReady.api(), status, kv: bindings.kv_sessions };
        };
        const works = { worker: true, api: true, status: 'ok', kv: true };
        const isDegraded = { worker: false, api: true, status: 'degraded', kv: false };
        await eventually(async () => expect(await report()).toEqual(works));
        await redis.demote();
        await eventually(async () => expect(await report()).toEqual(isDegraded));
        await api.signUp('demoted@example.test');
        await redis.promote();
        await eventually(async () => expect(await report()).toEqual(works), 10_000);
        await redis.kill();
        await eventually(async () => expect(await report()).toEqual(isDegraded));
        await api.signUp('killed@example.test');
      },
      SLOW,
    );
  }
});
