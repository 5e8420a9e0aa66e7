import { CdrQuarantine } from '@trunkline/cdr';
import { Log, Metrics } from '@trunkline/platform';
import { RecordingLog } from '@trunkline/platform/testing';
import { ReleaseExpiredHolds, UnreportedCalls } from '@trunkline/voice-routing';
import type { Use } from '../use';
import { callSchedules } from './call-work';

describe('the work for calls without a settled CDR', () => {
  const log = new RecordingLog();
  const metrics = new Metrics('test');
  const providers = new Map<unknown, unknown>([
    [Log, log],
    [Metrics, metrics],
    [UnreportedCalls, { count: () => Promise.resolve(3), flag: () => Promise.resolve(2) }],
    [CdrQuarantine, { countOpen: () => Promise.resolve(5) }],
    [ReleaseExpiredHolds, {}],
  ]);
  const schedules = callSchedules(((token: unknown) => providers.get(token)) as Use);

  it('reports how many calls are unreported and how many CDRs wait in quarantine', async () => {
    const text = await metrics.text();
    expect(text).toContain('trunkline_calls_unreported{service="test"} 3');
    expect(text).toContain('trunkline_cdr_quarantine_open{service="test"} 5');
  });

  it('warns of calls that have become unreported', async () => {
    await schedules.find(({ name }) => name === 'flag-unreported-calls')?.run(0);
    expect(log.lines).toEqual([
      { level: 'warn', fields: { calls: 2 }, message: 'calls were not reported by their switch' },
    ]);
  });
});
