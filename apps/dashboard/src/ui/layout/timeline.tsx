import type { ReactNode } from 'react';
import { type State, StateShape } from '../feedback/status-mark';
import classes from './timeline.module.css';

interface Event {
  readonly state: State;
  readonly text: ReactNode;
  /** When it was, or how long after the one before. */
  readonly note?: ReactNode;
}

/** What happened, from the top down. */
export function Timeline({ label, events }: { label: string; events: readonly Event[] }) {
  return (
    <ol className={classes['events']} aria-label={label}>
      {events.map(({ state, text, note }, index) => (
        <li key={index} className={classes['event']}>
          <StateShape state={state} />
          <div>
            {text}
            {note !== undefined && <div className={classes['note']}>{note}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
