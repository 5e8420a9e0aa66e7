import { Moment } from '../../../format/moment';
import { StateShape } from '../../../ui/feedback/status-mark';
import classes from './attention-rows.module.css';
import { type Matter, worstFirst } from './matters';

/** A line for each matter: what it is, since when, and where it is mended. */
export function AttentionRows({ matters }: { matters: readonly Matter[] }) {
  return (
    <ul className={classes['rows']}>
      {worstFirst(matters).map(({ key, state, text, since, link }) => (
        <li key={key} className={classes['row']}>
          <StateShape state={state} />
          <span>{text}</span>
          <span className={classes['end']}>
            {since !== undefined && (
              <span className={classes['since']}>
                since <Moment at={since} zoned />
              </span>
            )}
            {link}
          </span>
        </li>
      ))}
    </ul>
  );
}
