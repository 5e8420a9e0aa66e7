import { canStartRedis, eventually, type OwnRedis, startOwnRedis } from '@trunkline/platform/testing';
import { ProbeWorld } from '../support/probe-world';
import type { WorkerProcess } from '../support/worker-process';

const PERIOD_MS = 10_000;
const WITHIN_MS = 5000;
const ROUNDS = 2;

describe.each(['PostgreSQL', ...(canStartRedis() ? ['Redis'] : [])])('schedules of two workers, on %s', (store) => {
  let world: ProbeWorld;
  let redis: OwnRedis | null = null;

  beforeEach(async () => {
    redis = store === 'Redis' ? await startOwnRedis() : null;
    world = await ProbeWorld.open({ PROBE_TICKS: 'true', ...(redis ? { REDIS_URL: redis.url } : {}) });
  });
  afterEach(async () => {
    await world.close();
    await redis?.kill();
  });

  it('are taken over within five seconds when a worker is killed during a run', async () => {
    let workers: WorkerProcess[] = [await world.start(), await world.start()];
    for (let round = 0; round < ROUNDS; round++) {
      const before = (await world.ticks()).length;
      const tick = await eventually(async () => {
        const last = (await world.ticks())[before];
        if (!last) throw new Error('the schedule has not run');
        return last;
      }, 2 * PERIOD_MS);
      await workers.find(({ pid }) => pid === tick.pid)?.kill();
      const killedAt = Date.now();
      workers = workers.filter(({ pid }) => pid !== tick.pid);
      const successor = await eventually(async () => {
        const found = (await world.ticks()).slice(before).find(({ pid }) => pid !== tick.pid);
        if (!found) throw new Error('the run was not taken over');
        return found;
      }, 3 * PERIOD_MS);
      expect(successor.at.getTime() - killedAt).toBeLessThan(WITHIN_MS);
      workers.push(await world.start());
    }
  });
});
