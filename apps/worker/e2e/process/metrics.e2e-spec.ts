import { promtoolFaults, testRedisUrl } from '@trunkline/platform/testing';
import { ApiProcess } from '../support/api-process';
import { ProbeWorld } from '../support/probe-world';

const redisUrl = testRedisUrl();

const stores: [string, Record<string, string>][] = [['PostgreSQL', {}]];
if (redisUrl) stores.push(['Redis', { REDIS_URL: redisUrl }]);

describe.each(stores)('the metrics of both processes, on %s', (store, env) => {
  it('satisfy promtool and include pool, Redis, queues and build', async () => {
    const world = await ProbeWorld.open(env);
    const worker = await world.start();
    const api = await ApiProcess.start(world.env);
    const texts = [
      await (await fetch(`http://127.0.0.1:${await worker.started()}/metrics`)).text(),
      await (await fetch(`${api.internalUrl}/metrics`)).text(),
    ];
    await api.kill();
    await world.close();
    const names = [
      'trunkline_database_pool_connections',
      'trunkline_database_pool_idle_connections',
      'trunkline_database_pool_waiting',
      'trunkline_queue_jobs{queue="schedules",state="waiting"',
      'trunkline_build_info{version=',
      '# TYPE trunkline_card_charges_total counter',
      ...(store === 'Redis' ? ['trunkline_redis_connected', 'trunkline_redis_writable'] : []),
    ];
    for (const text of texts) {
      expect(promtoolFaults(text)).toBe('');
      expect(names.filter((name) => !text.includes(name))).toEqual([]);
    }
  });
});
