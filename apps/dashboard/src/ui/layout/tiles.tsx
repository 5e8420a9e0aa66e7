import { Link, type LinkProps } from '@tanstack/react-router';
import classes from './tiles.module.css';

export type Tile = readonly [
  title: string,
  value: string,
  note: string | null,
  link?: Pick<LinkProps, 'to' | 'search'> | undefined,
];

interface Props {
  /** Five at most. Null: nothing is said about the value. With a link, the figure leads to its page. */
  readonly tiles: readonly Tile[];
}

/** The figures that a page is about, divided by hairlines. */
export function Tiles({ tiles }: Props) {
  return (
    <dl className={classes['tiles']}>
      {tiles.map(([title, value, note, link]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd className={classes['value']}>
            {link ? (
              <Link {...link} className={classes['link']}>
                {value}
              </Link>
            ) : (
              value
            )}
          </dd>
          {note !== null && <dd className={classes['note']}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
