import { CheckConnections, type CheckedNumber } from '@trunkline/numbering';
import { Log, Metrics, type Schedule } from '@trunkline/platform';
import type { Use } from './use';

/** Returns the schedules that find numbers whose calls do not arrive, and connect them. See docs/suppliers.md#nightly-check. */
export function connectionSchedules(use: Use): readonly Schedule[] {
  const connections = use(CheckConnections);
  const log = use(Log);
  const outcomes = use(Metrics).counter({
    name: 'trunkline_number_connections_total',
    help: 'Numbers in use that were found without our trunk or connection at their supplier, by outcome: reconnected, failed (retried).',
    labels: ['supplier', 'outcome'],
  });
  const report = (checked: readonly CheckedNumber[]) => {
    for (const { number, outcome, error } of checked) {
      const { id: numberId, supplier } = number;
      outcomes.inc({ supplier, outcome });
      if (outcome === 'reconnected') log.warn({ numberId, supplier }, 'a number was connected to us again');
      else log.error({ err: error, numberId, supplier }, 'the calls of a number do not arrive');
    }
  };
  return [
    { name: 'check-connections', cron: '40 2 * * *', run: async () => report(await connections.check()) },
    { name: 'retry-connections', cron: '25 * * * *', run: async () => report(await connections.retry()) },
  ];
}
