import { CdrQuarantine, PruneCdrs } from '@trunkline/cdr';
import { Log, Metrics, type Schedule, Settings } from '@trunkline/platform';
import { PruneDecisions, ReleaseExpiredHolds, UnreportedCalls } from '@trunkline/voice-routing';
import type { Use } from '../use';

/** Returns the schedules for CDRs and for calls without one, and reports how many calls have no settled CDR. See docs/operations.md#metrics. */
export function callSchedules(use: Use): readonly Schedule[] {
  const unreported = use(UnreportedCalls);
  const quarantine = use(CdrQuarantine);
  const pruneCdrs = use(PruneCdrs);
  const pruneDecisions = use(PruneDecisions);
  const { CDR_RETENTION_DAYS: retentionDays } = use(Settings);
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
  const deleteExpired = async () => {
    const deleted = await pruneCdrs.execute();
    if (deleted > 0) log.info({ cdrs: deleted }, 'CDRs past their retention were deleted');
  };
  const deleteDecisions = async () => {
    const deleted = await pruneDecisions.execute(retentionDays);
    if (deleted > 0) log.info({ decisions: deleted }, 'routing decisions past their retention were deleted');
  };
  return [
    { name: 'flag-unreported-calls', cron: '* * * * *', run: flagUnreported },
    // See docs/live-calls.md#when-no-cdr-arrives.
    { name: 'release-expired-holds', cron: '* * * * *', run: () => releaseExpiredHolds.execute() },
    { name: 'prune-cdr-quarantine', cron: '55 3 * * *', run: () => quarantine.prune() },
    { name: 'prune-cdrs', cron: '10 4 * * *', run: deleteExpired },
    { name: 'prune-decisions', cron: '25 4 * * *', run: deleteDecisions },
  ];
}
