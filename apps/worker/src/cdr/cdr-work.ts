import { CdrQuarantine, PruneCdrs } from '@trunkline/cdr';
import { Log, Metrics, type Schedule } from '@trunkline/platform';
import type { Use } from '../use';

/** Returns the schedules that delete old CDRs, and reports how many wait in quarantine. See docs/operations.md#metrics. */
export function cdrSchedules(use: Use): readonly Schedule[] {
  const quarantine = use(CdrQuarantine);
  const pruneCdrs = use(PruneCdrs);
  const log = use(Log);
  use(Metrics).gauge(
    { name: 'trunkline_cdr_quarantine_open', help: 'Quarantined CDRs that wait for an operator.', labels: [] },
    async (set) => set(await quarantine.countOpen(), {}),
  );
  const deleteExpired = async () => {
    const deleted = await pruneCdrs.execute();
    if (deleted > 0) log.info({ cdrs: deleted }, 'CDRs past their retention were deleted');
  };
  return [
    { name: 'prune-cdr-quarantine', cron: '55 3 * * *', run: () => quarantine.prune() },
    { name: 'prune-cdrs', cron: '10 4 * * *', run: deleteExpired },
  ];
}
