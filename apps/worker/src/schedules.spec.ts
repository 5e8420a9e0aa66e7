import { CdrQuarantine, PruneCdrs, PruneRemains, Quarantine } from '@trunkline/cdr';
import { PruneMessages } from '@trunkline/messaging';
import { type EventFlow, type FirstDeletions, Log, Metrics, type Retention, Settings } from '@trunkline/platform';
import { RecordingLog } from '@trunkline/platform/testing';
import { OverdueDecisions, PruneDecisions, UnreportedCalls } from '@trunkline/voice-routing';
import { observe } from './metrics';
import { schedules } from './schedules';
import type { Use } from './use';

const count = (rows: number) => () => Promise.resolve(rows);

describe('the schedules', () => {
  const log = new RecordingLog();
  const metrics = new Metrics('test');
  const retentions: Retention[] = [];
  const deletions = {
    schedule: (name: string, cron: string, retention: Retention) => {
      retentions.push(retention);
      return { name, cron, run: () => retention.prune() };
    },
    checkConfirmed: () => undefined,
  } as unknown as FirstDeletions;
  const providers = new Map<unknown, unknown>([
    [Log, log],
    [Metrics, metrics],
    [Settings, { CDR_RETENTION_DAYS: 400, SMS_RETENTION_DAYS: 90 }],
    [Quarantine, { countOpen: count(5) }],
    [OverdueDecisions, { count: count(3) }],
    [UnreportedCalls, { flag: count(2) }],
    [CdrQuarantine, { prune: count(6) }],
    [PruneCdrs, { prune: count(7) }],
    [PruneRemains, { claims: count(3), values: count(2) }],
    [PruneMessages, { prune: count(8) }],
    [PruneDecisions, { prune: (days: number) => Promise.resolve(days - 391) }],
  ]);
  const use = ((token: unknown) => providers.get(token) ?? {}) as Use;
  const all = schedules(use, deletions);
  const run = async (name: string) => all.find((schedule) => schedule.name === name)?.run(0);

  it('have names of their own', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  it('warn of calls that have become unreported', async () => {
    await run('flag-unreported-calls');
    const [fields, message] = [{ calls: 2 }, 'calls were not reported by their switch'];
    expect(log.lines).toEqual([{ level: 'warn', fields, message }]);
  });

  it('delete CDRs, what outlives them, and messages after as many days as are set', async () => {
    const ofCalls = ['prune-cdr-quarantine', 'prune-cdrs', 'prune-call-claims', 'prune-hour-values', 'prune-decisions'];
    expect(await Promise.all([...ofCalls, 'prune-messages'].map(run))).toEqual([6, 7, 3, 2, 9, 8]);
  });

  it('ask before the first deletion by another CDR_RETENTION_DAYS or SMS_RETENTION_DAYS', () => {
    expect(retentions.map(({ table, rule }) => `${table} ${rule}`).sort()).toEqual([
      'cdr.call_hour_values CDR_RETENTION_DAYS=400',
      'cdr.cdrs CDR_RETENTION_DAYS=400',
      'cdr.intake CDR_RETENTION_DAYS=400',
      'cdr.quarantine CDR_RETENTION_DAYS=400',
      'messaging.messages SMS_RETENTION_DAYS=90',
      'voice.decisions CDR_RETENTION_DAYS=400',
    ]);
  });

  it('leave work that the metrics report', async () => {
    observe(use, {} as EventFlow);
    const text = await metrics.text();
    expect(text).toContain('trunkline_cdr_quarantine_open{service="test"} 5');
    expect(text).toContain('trunkline_calls_unreported{service="test"} 3');
  });
});
