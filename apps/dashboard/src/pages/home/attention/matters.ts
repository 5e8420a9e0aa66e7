import type { ReactNode } from 'react';

/** One thing that loses calls or money, or will. */
export interface Matter {
  readonly key: string;
  readonly state: 'bad' | 'warn' | 'idle';
  readonly text: ReactNode;
  /** Since when, in Unix seconds; undefined where that is not known. */
  readonly since?: number;
  /** Leads to the page that mends it. */
  readonly link?: ReactNode;
}

const RANKS = { bad: 0, warn: 1, idle: 2 } as const;

/** The worst first; those alike keep their order. */
export const worstFirst = (matters: readonly Matter[]): readonly Matter[] =>
  matters.toSorted((one, other) => RANKS[one.state] - RANKS[other.state]);
