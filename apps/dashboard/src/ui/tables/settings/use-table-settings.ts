import { useMemo } from 'react';
import { useStored } from '../../../session/stored';
import { type Column, readTitles, withoutHidden } from '../columns';

/** How a user wants to see a list: its columns, and the height of the rows, which is the same for all lists. */
export function useTableSettings<T>(label: string, columns: readonly Column<T, string>[]) {
  const density = useStored('density', 'tables');
  const { text, store } = useStored('columns', label);
  const hidden = useMemo(() => readTitles(text), [text]);
  return {
    isComfortable: density.text === 'comfortable',
    setComfortable: (isWanted: boolean) => density.store(isWanted ? 'comfortable' : null),
    /** The titles of the columns that the user has hidden. Null if they leave by themselves where there is little room. */
    hidden,
    hide: (titles: readonly string[] | null) => store(titles && JSON.stringify(titles)),
    shown: useMemo(() => (hidden === null ? columns : withoutHidden(columns, hidden)), [columns, hidden]),
  };
}
