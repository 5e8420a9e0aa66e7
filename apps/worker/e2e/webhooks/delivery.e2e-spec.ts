import { canStartRedis, eventually, startOwnRedis } from '@trunkline/platform/testing';
import { Webhook } from 'standardwebhooks';
import { WebhookWorld } from '../support/webhook-world';

const ACCOUNTS = 5;
const ENDPOINTS = 5;
const IN_FLIGHT = 500;
/** A quarter of the requests in flight is for failing endpoints. */
const CONCURRENCY = { WEBHOOK_CONCURRENCY: '700' };

const hold = () => undefined;

describe('webhook deliveries', () => {
  let world: WebhookWorld;
  const ends: (() => Promise<void>)[] = [];

  const open = async (env: Readonly<Record<string, string>> = {}) => {
    world = await WebhookWorld.open(env);
    ends.push(() => world.close());
    return world;
  };

  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  it('are all made although a worker is killed with 500 in flight, and only those twice', async () => {
    await open(CONCURRENCY);
    for (let n = 0; n < ACCOUNTS; n++) await world.addAccount(ENDPOINTS);
    const { receiver } = world;
    const answer = receiver.answer;
    receiver.answer = hold;
    await world.record(40);
    const first = await world.start();
    await eventually(() => expect(receiver.open).toBe(IN_FLIGHT));
    const inFlight = new Set(world.requests().keys());
    await first.kill();
    receiver.answer = answer;
    await world.loseLeases();
    await world.start();
    const total = ACCOUNTS * ENDPOINTS * 40;
    await world.delivered(total);
    const requests = [...world.requests()];
    expect([requests.length, inFlight.size]).toEqual([total, IN_FLIGHT]);
    expect(requests.filter(([key, count]) => count > (inFlight.has(key) ? 2 : 1))).toEqual([]);
  });

  it('end with those in flight when the worker stops, and the next worker makes the others, none twice', async () => {
    await open();
    await world.addAccount(2);
    const { receiver } = world;
    const answer = receiver.answer;
    const held: (() => void)[] = [];
    receiver.answer = (request, response) => void held.push(() => answer(request, response));
    await world.record(100);
    const first = await world.start();
    const port = await first.started();
    await eventually(() => expect(receiver.open).toBe(40));
    const stopped = first.signal('SIGTERM');
    await eventually(async () => {
      const { status } = await fetch(`http://127.0.0.1:${port}/health/ready`);
      expect(status).toBe(503);
    });
    receiver.answer = answer;
    held.forEach((release) => release());
    expect(await stopped).toBe(0);
    expect(receiver.received).toHaveLength(40);
    await world.start();
    await world.delivered(200);
    expect(receiver.received).toHaveLength(200);
    expect(world.requests().size).toBe(200);
  });

  it('are abandoned when the account is closed, and its endpoints deleted', async () => {
    await open();
    await world.addAccount(2);
    world.receiver.answer = (_, response) => void response.writeHead(500).end();
    await world.start();
    await world.publish(3);
    await eventually(() => expect(world.receiver.received.length).toBeGreaterThanOrEqual(6));
    await world.closeAccounts();
    await eventually(async () => {
      const { db } = world.probe;
      const endpoints = await db.query(`SELECT secret_sealed, deleted_at IS NOT NULL AS gone FROM webhooks.endpoints`);
      expect(endpoints).toEqual(Array(2).fill({ secret_sealed: null, gone: true }));
      const rows = await db.query(`SELECT DISTINCT status FROM webhooks.deliveries`);
      expect(rows).toEqual([{ status: 'abandoned' }]);
    });
  });

  it('are verified by the standardwebhooks package, every one', async () => {
    await open();
    await world.addAccount(3);
    await world.start();
    await world.publish(50);
    await world.delivered(150);
    for (const { path, headers, body } of world.receiver.received) {
      new Webhook(world.secrets.get(path) ?? '').verify(body, headers as Record<string, string>);
    }
    expect(world.receiver.received).toHaveLength(150);
  });

  if (canStartRedis()) {
    it('are all made once although Redis is flushed again and again, with two workers', async () => {
      const redis = await startOwnRedis();
      ends.push(() => redis.kill());
      await open({ REDIS_URL: redis.url });
      for (let n = 0; n < ACCOUNTS; n++) await world.addAccount(ENDPOINTS);
      const { receiver } = world;
      const answer = receiver.answer;
      receiver.answer = (request, response) => void setTimeout(() => answer(request, response), 20);
      await Promise.all([world.start(), world.start()]);
      await world.publish(80);
      const total = ACCOUNTS * ENDPOINTS * 80;
      for (const part of [0.1, 0.3, 0.5, 0.7]) {
        await eventually(() => expect(receiver.received.length).toBeGreaterThan(total * part));
        await redis.flush();
      }
      await world.delivered(total);
      expect(world.requests().size).toBe(total);
      expect(receiver.received).toHaveLength(total);
    });
  }
});
