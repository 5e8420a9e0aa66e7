import { type ReactNode, useId } from 'react';
import classes from './note.module.css';
import { type State, StateShape } from './status-mark';

interface Props {
  /** Without a state the note is neither good nor bad. */
  readonly state?: Extract<State, 'ok' | 'warn' | 'bad'>;
  readonly title?: ReactNode;
  /** An alert or a status is announced, so it is for what appears while the page is used. */
  readonly role?: 'alert' | 'status' | 'note';
  readonly children?: ReactNode;
}

/** What the user has to know before the rest of the page, on a tint. */
export function Note({ state, title, role = 'note', children }: Props) {
  const id = useId();
  const isTitled = title !== undefined && title !== null;
  return (
    <div className={classes['note']} data-state={state} role={role} {...(isTitled && { 'aria-labelledby': id })}>
      {state && <StateShape state={state} />}
      <div className={classes['text']}>
        {isTitled && (
          <div id={id} className={classes['title']}>
            {title}
          </div>
        )}
        {children}
      </div>
    </div>
  );
}
