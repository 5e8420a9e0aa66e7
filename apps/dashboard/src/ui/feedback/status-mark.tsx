import type { ReactNode } from 'react';
import classes from './status-mark.module.css';

/** The shape says the state without its colour. */
const SHAPES = {
  /** As it should be. */
  ok: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  /** Going on now. */
  live: (
    <>
      <circle cx="6" cy="6" r="2.6" fill="currentColor" />
      <circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" strokeOpacity="0.45" strokeWidth="1.5" />
    </>
  ),
  /** Not finished yet. */
  wait: (
    <>
      <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M6 2a4 4 0 0 1 0 8z" fill="currentColor" />
    </>
  ),
  /** Over or off. */
  idle: <circle cx="6" cy="6" r="3.6" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  /** Has to be acted on. */
  warn: (
    <path
      d="M6 .9a.9.9 0 0 1 .8.45l4.6 8.1a.9.9 0 0 1-.8 1.35H1.4a.9.9 0 0 1-.8-1.35l4.6-8.1A.9.9 0 0 1 6 .9z"
      fill="currentColor"
    />
  ),
  /** A fault. */
  bad: (
    <>
      <circle cx="6" cy="6" r="5.4" fill="currentColor" />
      <path d="M4.1 4.1l3.8 3.8M7.9 4.1L4.1 7.9" stroke="var(--bg)" strokeWidth="1.5" strokeLinecap="round" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type State = keyof typeof SHAPES;

/** The shape of a state, for where its words stand beside it. */
export function StateShape({ state }: { state: State }) {
  return (
    <svg className={classes['shape']} data-state={state} viewBox="0 0 12 12" aria-hidden>
      {SHAPES[state]}
    </svg>
  );
}

/** A word with the shape of its state. The colour adds nothing to the word, and the text keeps its contrast. */
export function StatusMark({ state, text }: { readonly state: State; readonly text: string }) {
  return (
    <span className={classes['mark']}>
      <StateShape state={state} />
      {text}
    </span>
  );
}

/** The state of the thing that a heading names, on a tint. */
export function StatusPill({ state, text }: { readonly state: State; readonly text: string }) {
  return (
    <span className={classes['pill']}>
      <StateShape state={state} />
      {text}
    </span>
  );
}
