import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface Props {
  readonly text: string;
  readonly icon?: LucideIcon;
  readonly children?: ReactNode;
}

/** Says what a list would hold, and offers the next step. */
export function EmptyState({ text, icon: Icon, children }: Props) {
  return (
    <div className={classes['empty']}>
      {Icon && (
        <span className={classes['icon']} aria-hidden>
          <Icon size={20} strokeWidth={1.75} />
        </span>
      )}
      <p>{text}</p>
      {children}
    </div>
  );
}
