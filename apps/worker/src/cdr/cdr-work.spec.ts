import { CdrQuarantine, PruneCdrs } from '@trunkline/cdr';
import { Log, Metrics } from '@trunkline/platform';
import { RecordingLog } from '@trunkline/platform/testing';
import type { Use } from '../use';
import { cdrSchedules } from './cdr-work';

describe('the work for CDRs', () => {
  const log = new RecordingLog();
  const metrics = new Metrics('test');
  const providers = new Map<unknown, unknown>([
    [Log, log],
    [Metrics, metrics],
    [CdrQuarantine, { countOpen: () => Promise.resolve(5) }],
    [PruneCdrs, { execute: () => Promise.resolve(7) }],
  ]);
  const schedules = cdrSchedules(((token: unknown) => providers.get(token)) as Use);

  it('reports how many CDRs wait in quarantine', async () => {
    expect(await metrics.text()).toContain('trunkline_cdr_quarantine_open{service="test"} 5');
  });

  it('logs how many CDRs it deleted', async () => {
    await schedules.find(({ name }) => name === 'prune-cdrs')?.run(0);
    expect(log.lines).toEqual([
      { level: 'info', fields: { cdrs: 7 }, message: 'CDRs past their retention were deleted' },
    ]);
  });
});
