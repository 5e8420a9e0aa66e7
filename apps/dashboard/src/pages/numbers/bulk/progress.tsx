import type { NumberJob } from '@trunkline/client';
import classes from './bulk.module.css';

interface Props {
  readonly job: NumberJob;
  readonly label: string;
  readonly compact?: boolean;
}

/** How far a job is: what was changed, then what has failed, of all its numbers. */
export function Progress({ job: { done, failed, total }, label, compact }: Props) {
  const percent = (count: number): number => (total === 0 ? 0 : (count / total) * 100);
  const [changed, refused] = [percent(done), percent(failed)];
  return (
    <svg
      className={classes['progress']}
      data-compact={compact}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done + failed}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
    >
      <rect className={classes['track']} width={100} height={8} />
      <rect className={classes['changed']} width={changed} height={8} />
      <rect className={classes['failed']} x={changed} width={refused} height={8} />
    </svg>
  );
}
