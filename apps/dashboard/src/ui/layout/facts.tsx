import type { ReactNode } from 'react';
import classes from './facts.module.css';

interface Props {
  readonly items: readonly (readonly [name: string, value: ReactNode])[];
  /** Whether each has a line of its own, with its value at the end: in an aside. */
  readonly lines?: boolean;
}

/** Names and values of a resource. */
export function Facts({ items, lines = false }: Props) {
  return (
    <dl className={classes[lines ? 'lines' : 'facts']}>
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
