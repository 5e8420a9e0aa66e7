import { type FirstDeletions, Log, Metrics, type Retention, Settings } from '@trunkline/platform';
import { RecordingLog } from '@trunkline/platform/testing';
import { PruneDecisions, ReleaseExpiredHolds, UnreportedCalls } from '@trunkline/voice-routing';
import type { Use } from '../use';
import { callSchedules } from './call-work';

describe('the work for calls without a CDR', () => {
  const log = new RecordingLog();
  afterEach(() => log.lines.splice(0));
  const metrics = new Metrics('test');
  const providers = new Map<unknown, unknown>([
    [Log, log],
    [Metrics, metrics],
    [UnreportedCalls, { count: () => Promise.resolve(3), flag: () => Promise.resolve(2) }],
    [PruneDecisions, { prune: (days: number) => Promise.resolve(days - 391) }],
    [Settings, { CDR_RETENTION_DAYS: 400 }],
    [ReleaseExpiredHolds, {}],
  ]);
  const deletions = {
    schedule: (name: string, cron: string, retention: Retention) => ({ name, cron, run: () => retention.prune() }),
  } as unknown as FirstDeletions;
  const schedules = callSchedules(((token: unknown) => providers.get(token)) as Use, deletions);

  it('reports how many calls are unreported', async () => {
    expect(await metrics.text()).toContain('trunkline_calls_unreported{service="test"} 3');
  });

  it('warns of calls that have become unreported', async () => {
    await schedules.find(({ name }) => name === 'flag-unreported-calls')?.run(0);
    expect(log.lines).toEqual([
      { level: 'warn', fields: { calls: 2 }, message: 'calls were not reported by their switch' },
    ]);
  });

  it('keeps routing decisions for as many days as is set', async () => {
    expect(await schedules.find(({ name }) => name === 'prune-decisions')?.run(0)).toBe(9);
  });
});
