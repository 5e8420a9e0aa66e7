import { useQuiet } from '../../session/use-quiet';
import { ShortTable } from '../../ui/tables/short-table';
import { COST, MayLoadLabels, PARTIES, PLAIN_PARTIES, RESULT, type ShownCall, started, TALKED } from './call-cells';

interface Props {
  readonly label: string;
  readonly calls: readonly ShownCall[];
  /** Leaves out the flags, and loads labels last. */
  readonly isPlain?: boolean;
}

/** A few calls in short, in the cells of the call log. */
export function CallTable({ label, calls, isPlain = false }: Props) {
  const columns = [started(false), ...(isPlain ? PLAIN_PARTIES : PARTIES), RESULT, TALKED, COST];
  const isQuiet = useQuiet();
  return (
    <MayLoadLabels value={!isPlain || isQuiet}>
      <ShortTable label={label} columns={columns} rows={calls} />
    </MayLoadLabels>
  );
}
