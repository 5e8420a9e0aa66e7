import type { Metrics } from '@trunkline/platform';
import type { BreakingSupplier } from './breaking-supplier';
import type { DidwwSupplier } from './didww/didww-supplier';

/** Each process has breakers of its own, and tells of those. */
export function tellOfBreakers(metrics: Metrics, suppliers: readonly BreakingSupplier[]): void {
  metrics.gauge(
    {
      name: 'trunkline_supplier_rests',
      help: '1 while a supplier is not asked by this process, because it has failed too often in a row.',
      labels: ['supplier'],
    },
    async (set) => {
      for (const { name, isResting } of suppliers) set(Number(isResting), { supplier: name });
      return Promise.resolve();
    },
  );
}

/** Counts rows of suppliers that could not be read; see OddRows. */
export function skippedRows(metrics: Metrics): (supplier: string, list: string, skipped: number) => void {
  const counter = metrics.counter({
    name: 'trunkline_supplier_skipped_rows_total',
    help: 'Rows of a list of a supplier that were skipped, because they were not in the documented form.',
    labels: ['supplier', 'list'],
  });
  return (supplier, list, skipped) => counter.inc({ supplier, list }, skipped);
}

/** What DIDWW has on sale and nobody here can buy, as far as this process has looked. */
export function tellOfDroppedGroups(metrics: Metrics, didww: DidwwSupplier): void {
  metrics.gauge(
    {
      name: 'trunkline_didww_dropped_groups',
      help: 'Groups of DIDWW that are not on sale here, because we have no such type; by its name at DIDWW.',
      labels: ['type'],
    },
    async (set) => {
      for (const [type, count] of Object.entries(didww.droppedGroups)) set(count, { type });
      return Promise.resolve();
    },
  );
}
