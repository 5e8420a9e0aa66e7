import classes from './tiles.module.css';

interface Props {
  /** Five at most. Null: nothing is said about the value. */
  readonly tiles: readonly (readonly [title: string, value: string, note: string | null])[];
}

/** The figures that a page is about, divided by hairlines. */
export function Tiles({ tiles }: Props) {
  return (
    <dl className={classes['tiles']}>
      {tiles.map(([title, value, note]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd className={classes['value']}>{value}</dd>
          {note !== null && <dd className={classes['note']}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
