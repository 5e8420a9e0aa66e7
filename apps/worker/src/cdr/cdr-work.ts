import { CdrQuarantine, Quarantine, PruneCdrs, PruneRemains } from '@trunkline/cdr';
import { type FirstDeletions, Metrics, type Schedule, Settings } from '@trunkline/platform';
import type { Use } from '../use';

/** Returns the schedules that delete old CDRs, and reports how many wait in quarantine. See docs/operations.md#metrics. */
export function cdrSchedules(use: Use, deletions: FirstDeletions): readonly Schedule[] {
  const quarantine = use(CdrQuarantine);
  const cdrs = use(PruneCdrs);
  const remains = use(PruneRemains);
  const rule = `CDR_RETENTION_DAYS=${String(use(Settings).CDR_RETENTION_DAYS)}`;
  use(Metrics).gauge(
    { name: 'trunkline_cdr_quarantine_open', help: 'Quarantined CDRs that wait for an operator.', labels: [] },
    async (set) => set(await use(Quarantine).countOpen(), {}),
  );
  return [
    deletions.schedule('prune-cdr-quarantine', '55 3 * * *', {
      table: 'cdr.quarantine',
      rule,
      count: () => quarantine.countExpired(),
      prune: () => quarantine.prune(),
    }),
    deletions.schedule('prune-cdrs', '10 4 * * *', {
      table: 'cdr.cdrs',
      rule,
      count: () => cdrs.count(),
      prune: () => cdrs.prune(),
    }),
    deletions.schedule('prune-call-claims', '30 4 * * *', {
      table: 'cdr.intake',
      rule,
      count: () => remains.countClaims(),
      prune: () => remains.claims(),
    }),
    deletions.schedule('prune-hour-values', '35 4 * * *', {
      table: 'cdr.call_hour_values',
      rule,
      count: () => remains.countValues(),
      prune: () => remains.values(),
    }),
  ];
}
