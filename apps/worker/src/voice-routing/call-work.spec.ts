import { Log, Metrics, Settings } from '@trunkline/platform';
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
    [PruneDecisions, { execute: (days: number) => Promise.resolve(days - 391) }],
    [Settings, { CDR_RETENTION_DAYS: 400 }],
    [ReleaseExpiredHolds, {}],
  ]);
  const schedules = callSchedules(((token: unknown) => providers.get(token)) as Use);

  it('reports how many calls are unreported', async () => {
    expect(await metrics.text()).toContain('trunkline_calls_unreported{service="test"} 3');
  });

  it('warns of calls that have become unreported', async () => {
    await schedules.find(({ name }) => name === 'flag-unreported-calls')?.run(0);
    expect(log.lines).toEqual([
      { level: 'warn', fields: { calls: 2 }, message: 'calls were not reported by their switch' },
    ]);
  });

  it('logs how many routing decisions it deleted, which are kept for as many days as is set', async () => {
    await schedules.find(({ name }) => name === 'prune-decisions')?.run(0);
    expect(log.lines).toEqual([
      { level: 'info', fields: { decisions: 9 }, message: 'routing decisions past their retention were deleted' },
    ]);
  });
});
