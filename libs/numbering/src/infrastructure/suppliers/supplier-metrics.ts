import type { Log, Metrics } from '@trunkline/platform';
import type { CircuitBreakerSupplier } from './circuit-breaker-supplier';
import type { DidwwSupplier } from './didww/didww-supplier';

/** Exposes the state of the circuit breakers of this process. */
export function observeCircuitBreakers(metrics: Metrics, suppliers: readonly CircuitBreakerSupplier[]): void {
  metrics.gauge(
    {
      name: 'trunkline_supplier_rests',
      help: '1 while the circuit breaker of this process for the supplier is open.',
      labels: ['supplier'],
    },
    async (set) => {
      for (const { name, isOpen } of suppliers) set(Number(isOpen), { supplier: name });
      return Promise.resolve();
    },
  );
}

/** Counts and logs failed calls of a supplier. Some callers carry on without an answer, so no other place would show them. */
export function reportFailures(metrics: Metrics, log: Log, supplier: string): (call: string, error: unknown) => void {
  const counter = metrics.counter({
    name: 'trunkline_supplier_failures_total',
    help: 'Calls of a supplier without a readable response, or with an error other than a rejection.',
    labels: ['supplier', 'call'],
  });
  return (call, error) => {
    counter.inc({ supplier, call });
    log.warn({ supplier, call, err: error }, 'A call of a supplier failed');
  };
}

/** Counts the rows that `LenientRowReader` skips. */
export function countSkippedRows(metrics: Metrics): (supplier: string, list: string, skipped: number) => void {
  const counter = metrics.counter({
    name: 'trunkline_supplier_skipped_rows_total',
    help: 'Invalid rows of supplier lists that were skipped.',
    labels: ['supplier', 'list'],
  });
  return (supplier, list, skipped) => counter.inc({ supplier, list }, skipped);
}

/** Exposes the number of DIDWW groups that this process has read and that are not for sale here. */
export function observeDroppedGroups(metrics: Metrics, didww: DidwwSupplier): void {
  metrics.gauge(
    {
      name: 'trunkline_didww_dropped_groups',
      help: 'DIDWW groups of a type that is not for sale here, by DIDWW type.',
      labels: ['type'],
    },
    async (set) => {
      for (const [type, count] of Object.entries(didww.droppedGroups)) set(count, { type });
      return Promise.resolve();
    },
  );
}
