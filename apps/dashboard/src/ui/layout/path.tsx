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
  /** Without a state, calls pass. A node that is `bad` or `warn` fails them, unless it fails over; none reach one that is `off`. */
  readonly state?: 'bad' | 'warn' | 'off' | undefined;
  /** Calls that this node does not take go on to the next one. */
  readonly failsOver?: boolean;
}

/** Tells whether calls get from a node to the next. One that is off is skipped if it fails over. */
const isPassed = ({ state, failsOver = false }: PathNode, next: PathNode | undefined): boolean =>
  (state === undefined || failsOver) && (next?.state !== 'off' || next.failsOver === true);

/** The way of a call: a line with nodes, dashed where no call gets further. */
export function Path({ label, nodes }: { label: string; nodes: readonly PathNode[] }) {
  return (
    <ol className={classes['path']} aria-label={label}>
      {nodes.map((node, index) => (
        <li key={index} data-state={node.state} data-passed={isPassed(node, nodes[index + 1]) || undefined}>
          <small>{node.kind}</small>
          <b>
            {node.link ? (
              <TextLink {...node.link} inherit>
                {node.name}
              </TextLink>
            ) : (
              node.name
            )}
          </b>
          {node.note !== undefined && <small className={classes['note']}>{node.note}</small>}
        </li>
      ))}
    </ol>
  );
}
