import { CdrQuarantine, PruneCdrs, PruneRemains } from '@trunkline/cdr';
import { type FirstDeletions, Metrics, type Retention, Settings } from '@trunkline/platform';
import type { Use } from '../use';
import { cdrSchedules } from './cdr-work';

describe('the work for CDRs', () => {
  const metrics = new Metrics('test');
  const retentions: Retention[] = [];
  const deletions = {
    schedule: (name: string, cron: string, retention: Retention) => {
      retentions.push(retention);
      return { name, cron, run: () => retention.prune() };
    },
  } as unknown as FirstDeletions;
  const providers = new Map<unknown, unknown>([
    [Metrics, metrics],
    [Settings, { CDR_RETENTION_DAYS: 400 }],
    [CdrQuarantine, { countOpen: () => Promise.resolve(5) }],
    [PruneCdrs, { prune: () => Promise.resolve(7) }],
    [PruneRemains, { claims: () => Promise.resolve(3), values: () => Promise.resolve(2) }],
  ]);
  const schedules = cdrSchedules(((token: unknown) => providers.get(token)) as Use, deletions);

  it('reports how many CDRs wait in quarantine', async () => {
    expect(await metrics.text()).toContain('trunkline_cdr_quarantine_open{service="test"} 5');
  });

  it('deletes CDRs, and what outlives them', async () => {
    const run = async (name: string) => schedules.find((schedule) => schedule.name === name)?.run(0);
    expect(await Promise.all(['prune-cdrs', 'prune-call-claims', 'prune-hour-values'].map(run))).toEqual([7, 3, 2]);
  });

  it('asks before the first deletion by another CDR_RETENTION_DAYS', () => {
    expect(retentions.map(({ table, rule }) => `${table} ${rule}`)).toEqual([
      'cdr.quarantine CDR_RETENTION_DAYS=400',
      'cdr.cdrs CDR_RETENTION_DAYS=400',
      'cdr.intake CDR_RETENTION_DAYS=400',
      'cdr.call_hour_values CDR_RETENTION_DAYS=400',
    ]);
  });
});
