import { canStartRedis, eventually, type OwnRedis, startOwnRedis } from '@trunkline/platform/testing';
import { HANDLER_LOCK, ProbeWorld, RELAY_LOCK } from '../support/probe-world';

const EVENTS = 40;
const SLOW = 90_000;

interface Store {
  readonly name: string;
  readonly open: () => Promise<{ readonly env: Record<string, string>; readonly redis?: OwnRedis }>;
}

const stores: Store[] = [
  { name: 'PostgreSQL', open: () => Promise.resolve({ env: {} }) },
  ...(canStartRedis()
    ? [
        {
          name: 'Redis',
          open: async () => {
            const redis = await startOwnRedis();
            return { env: { REDIS_URL: redis.url }, redis };
          },
        },
      ]
    : []),
];

describe.each(stores)('a worker killed, with queues on $name', ({ open }) => {
  let world: ProbeWorld;
  let redis: OwnRedis | undefined;

  beforeEach(async () => {
    const store = await open();
    redis = store.redis;
    world = await ProbeWorld.open(store.env);
  });

  afterEach(async () => {
    await world.close();
    await redis?.kill();
  });

  it(
    'has relayed nothing if it was relaying, and its successor handles every event once',
    async () => {
      await world.stopRelaysInTheMiddle();
      const release = await world.hold(RELAY_LOCK);
      const first = await world.start();
      await world.publish(EVENTS);
      await world.awaited(RELAY_LOCK);
      await first.kill();
      await release();
      expect(await world.db.query(`SELECT FROM platform.event_deliveries`)).toEqual([]);
      await world.start();
      const effects = await world.settled(EVENTS);
      expect(effects).toHaveLength(EVENTS);
      expect(new Set(effects.map((effect) => effect.event_id)).size).toBe(EVENTS);
    },
    SLOW,
  );

  it(
    'has no effect if it was handling an event, and its successor handles every event once',
    async () => {
      const first = await world.start();
      await world.publish(EVENTS / 2);
      await eventually(async () => expect((await world.effects()).length).toBeGreaterThan(0));
      const release = await world.hold(HANDLER_LOCK);
      await world.publish(EVENTS / 2);
      await world.awaited(HANDLER_LOCK);
      await first.kill();
      await release();
      await world.loseClaims();
      await world.start();
      const effects = await world.settled(EVENTS);
      expect(effects).toHaveLength(EVENTS);
      expect(new Set(effects.map((effect) => effect.event_id)).size).toBe(EVENTS);
      expect(new Set(effects.map((effect) => effect.pid)).size).toBe(2);
    },
    SLOW,
  );
});
