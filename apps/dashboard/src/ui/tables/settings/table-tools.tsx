import { UnstyledButton } from '@mantine/core';
import { Columns3, Rows3 } from 'lucide-react';
import { Popover } from '../../dialogs/popover';
import type { Column } from '../columns';
import boxes from '../selection/row-box.module.css';
import classes from './table-tools.module.css';
import { useTableSettings } from './use-table-settings';

interface Props {
  readonly label: string;
  readonly columns: readonly Pick<Column<never, string>, 'title' | 'is'>[];
}

const NO_COLUMNS: readonly Column<never, string>[] = [];

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The height of the rows and the columns of a list, as the user wants them. A phone shows cards, which have neither. */
export default function TableTools({ label, columns }: Props) {
  const { isComfortable, setComfortable, hidden, hide } = useTableSettings(label, NO_COLUMNS);
  const named = columns.findIndex(({ is }) => is === 'identity');
  const free = columns.filter((_column, index) => index !== Math.max(named, 0));
  const choose = (title: string, isShown: boolean): void => {
    const others = (hidden ?? []).filter((each) => each !== title);
    hide(isShown ? others : [...others, title]);
  };
  return (
    <div className={classes['tools']} data-tools>
      <UnstyledButton
        className={classes['tool']}
        aria-pressed={!isComfortable}
        onClick={() => setComfortable(!isComfortable)}
      >
        <Rows3 {...ICON} /> Compact
      </UnstyledButton>
      <Popover
        className={classes['tool']}
        label={
          <>
            <Columns3 {...ICON} /> Columns
          </>
        }
      >
        <fieldset className={classes['columns']}>
          <legend>Columns of {label}</legend>
          {free.map(({ title }) => (
            <label key={title}>
              <input
                type="checkbox"
                className={boxes['box']}
                checked={!hidden?.includes(title)}
                onChange={({ currentTarget }) => choose(title, currentTarget.checked)}
              />
              {title}
            </label>
          ))}
          {hidden !== null && (
            <UnstyledButton className={classes['usual']} onClick={() => hide(null)}>
              Show the usual columns
            </UnstyledButton>
          )}
        </fieldset>
      </Popover>
    </div>
  );
}
