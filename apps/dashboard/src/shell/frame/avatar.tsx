import { initialsOf } from '../../format/initials';
import classes from './avatar.module.css';

/**
 * Stands for an account or a person: the initials of their name, which is written or spoken beside it. The style draws
 * them, so that they are no part of the name of a button.
 */
export function Avatar({ name, isPerson = false }: { readonly name: string; readonly isPerson?: boolean }) {
  return <span className={classes['avatar']} data-person={isPerson || undefined} data-initials={initialsOf(name)} />;
}
