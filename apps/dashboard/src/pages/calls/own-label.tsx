import { useNumberLabel } from '../../session/number-label';
import classes from './call-cells.module.css';

/** The label of a number of the account. */
export function OwnLabel({ id }: { id: string | null }) {
  const label = useNumberLabel(id);
  return (
    label !== null && (
      <bdi className={classes['label']} title={label}>
        {label}
      </bdi>
    )
  );
}
