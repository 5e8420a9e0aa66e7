import { ShortTable } from '../../ui/tables/short-table';
import { COST, PARTIES, RESULT, type ShownCall, started, TALKED } from './call-cells';

const COLUMNS = [started(false), ...PARTIES, RESULT, TALKED, COST];

/** A few calls in short, in the cells of the call log. */
export function CallTable({ label, calls }: { label: string; calls: readonly ShownCall[] }) {
  return <ShortTable label={label} columns={COLUMNS} rows={calls} zoned />;
}
