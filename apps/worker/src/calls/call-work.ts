import { CdrQuarantine } from '@trunkline/cdr';
import { Log, Metrics, type Schedule } from '@trunkline/platform';
import { ReleaseExpiredHolds, UnreportedCalls } from '@trunkline/voice-routing';
import type { Use } from '../use';

/** Returns the schedules for calls without a settled CDR, and reports how many there are. See docs/operations.md#metrics. */
export function callSchedules(use: Use): readonly Schedule[] {
  const unreported = use(UnreportedCalls);
  const quarantine = use(CdrQuarantine);
  const releaseExpiredHolds = use(ReleaseExpiredHolds);
  const metrics = use(Metrics);
  const log = use(Log);
  metrics.gauge(
    { name: 'trunkline_calls_unreported', help: 'Routed calls whose CDR is overdue.', labels: [] },
    async (set) => set(await unreported.count(), {}),
  );
  metrics.gauge(
    { name: 'trunkline_cdr_quarantine_open', help: 'Quarantined CDRs that wait for an operator.', labels: [] },
    async (set) => set(await quarantine.countOpen(), {}),
  );
  const flagUnreported = async () => {
    const flagged = await unreported.flag();
    if (flagged > 0) log.warn({ calls: flagged }, 'calls were not reported by their switch');
  };
  return [
    { name: 'flag-unreported-calls', cron: '* * * * *', run: flagUnreported },
    // See docs/live-calls.md#when-no-cdr-arrives.
    { name: 'release-expired-holds', cron: '* * * * *', run: () => releaseExpiredHolds.execute() },
    { name: 'prune-cdr-quarantine', cron: '55 3 * * *', run: () => quarantine.prune() },
  ];
}
