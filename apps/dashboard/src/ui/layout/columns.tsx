import type { ComponentProps, CSSProperties } from 'react';
import classes from './columns.module.css';

interface Props extends Omit<ComponentProps<'div'>, 'className' | 'style'> {
  readonly count?: number;
  /** The width in pixels below which a column takes the room of others. */
  readonly least?: number;
}

/** Parts beside each other in columns of the same width: at most `count`, as many as there is room for. */
export function Columns({ count = 2, least = 240, ...others }: Props) {
  const style = { '--count': count, '--least': `${String(least)}px` } as CSSProperties;
  return <div {...others} className={classes['columns']} style={style} />;
}
