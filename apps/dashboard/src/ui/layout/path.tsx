import type { LinkProps } from '@tanstack/react-router';
import { TextLink } from '../links';
import classes from './path.module.css';

/** A place that calls come through. */
export interface PathNode {
  /** What it is, such as a trunk. */
  readonly kind: string;
  readonly name: string;
  readonly link?: Pick<LinkProps, 'to' | 'params'>;
  readonly note?: string | undefined;
  /** Calls end at a faulty node, and do not reach one that is off. */
  readonly state?: 'bad' | 'warn' | 'off' | undefined;
}

/** The way of a call: a line with nodes, dashed where no call gets further. */
export function Path({ label, nodes }: { label: string; nodes: readonly PathNode[] }) {
  return (
    <ol className={classes['path']} aria-label={label}>
      {nodes.map(({ kind, name, link, note, state }, index) => (
        <li
          key={index}
          data-state={state}
          data-passed={(state === undefined && nodes[index + 1]?.state !== 'off') || undefined}
        >
          <small>{kind}</small>
          <b>
            {link ? (
              <TextLink {...link} inherit>
                {name}
              </TextLink>
            ) : (
              name
            )}
          </b>
          {note !== undefined && <small className={classes['note']}>{note}</small>}
        </li>
      ))}
    </ol>
  );
}
