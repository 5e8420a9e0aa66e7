import { Metrics } from './metrics';

describe('metrics', () => {
  it('are exposed in the Prometheus format with the service label', async () => {
    const metrics = new Metrics('worker');
    metrics.counter({ name: 'things_total', help: 'Things.', labels: ['kind'] }).inc({ kind: 'a' }, 2);
    metrics.histogram({ name: 'seconds', help: 'Time.', labels: [] }, [1, 2]).observe(1.5);
    const text = await metrics.text();
    expect(metrics.contentType).toContain('text/plain');
    expect(text).toContain('things_total{kind="a",service="worker"} 2');
    expect(text).toContain('seconds_bucket{le="2",service="worker"} 1');
    expect(text).toContain('process_cpu_seconds_total');
  });

  it('are registered once', async () => {
    const metrics = new Metrics('api');
    const same = { name: 'things_total', help: 'Things.', labels: ['kind'] } as const;
    metrics.counter(same).inc({ kind: 'a' });
    metrics.counter(same).inc({ kind: 'a' });
    expect(await metrics.text()).toContain('things_total{kind="a",service="api"} 2');
  });

  it('are read on scrape, and omitted when reading fails', async () => {
    const metrics = new Metrics('api');
    let level = 1;
    let broken = false;
    metrics.gauge({ name: 'level', help: 'Level.', labels: ['of'] }, (set) => {
      set(level, { of: 'water' });
      return broken ? Promise.reject(new Error('broken')) : Promise.resolve();
    });
    expect(await metrics.text()).toContain('level{of="water",service="api"} 1');
    level = 7;
    expect(await metrics.text()).toContain('level{of="water",service="api"} 7');
    broken = true;
    expect(await metrics.text()).not.toContain('level{');
  });
});
