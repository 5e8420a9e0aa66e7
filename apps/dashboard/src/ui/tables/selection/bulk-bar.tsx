import { UnstyledButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { format } from '../../../format';
import { useChosen } from './row-box';
import classes from './bulk-bar.module.css';
import type { SelectedRows } from './selected-rows';

interface Props {
  readonly rows: SelectedRows;
  /** What the rows are, such as “numbers”. */
  readonly noun: string;
  /** Counts all rows that match the filters, where they can be changed together. */
  readonly count?: () => Promise<number>;
  /** Drawn in the bar: buttons of the class `action`, of which one may be primary. */
  readonly actions: ReactNode;
  /** How many rows match the filters, null if not all of them are loaded. */
  readonly matching: number | null;
}

/** Says how many rows are chosen, and has what can be done with them. It floats above the list. */
export function BulkBar({ rows, noun, count, actions, matching }: Props) {
  const { count: chosen, isAll } = useChosen(rows);
  const bar = useRef<HTMLDivElement>(null);
  const all = useMutation({ mutationFn: async () => rows.chooseAll(matching ?? (await count?.()) ?? 0) });
  const clear = (): void => {
    // The bar leaves with its buttons.
    const list = bar.current?.parentElement;
    if (bar.current?.contains(document.activeElement))
      list?.querySelector<HTMLElement>('input[type=checkbox]')?.focus();
    rows.clear();
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !isTaken(event)) rows.clear();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [rows]);
  const text = isAll ? `All ${format.count(chosen)} selected` : `${format.count(chosen)} selected`;
  return (
    <>
      <span className={classes['said']} role="status" aria-label="Selection">
        {chosen > 0 && text}
      </span>
      {chosen > 0 && (
        <div ref={bar} className={classes['bar']} role="group" aria-label={`With the selected ${noun}`}>
          <span className={classes['count']}>{text}</span>
          {count && !isAll && chosen !== matching && (
            <UnstyledButton className={classes['all']} aria-busy={all.isPending} onClick={() => all.mutate()}>
              {all.isPending ? 'Counting' : `Select all ${matching === null ? 'that match' : format.count(matching)}`}
            </UnstyledButton>
          )}
          {all.error && <span role="alert">The count failed</span>}
          {actions}
          <UnstyledButton className={classes['clear']} aria-label="Clear the selection" onClick={clear}>
            <X size={16} strokeWidth={1.75} aria-hidden />
          </UnstyledButton>
        </div>
      )}
    </>
  );
}

/** Whether Escape closes something else, or clears a field. A dialog that it closes has left the document already. */
const isTaken = ({ target, defaultPrevented }: KeyboardEvent): boolean =>
  defaultPrevented ||
  document.querySelector('[role=dialog], :popover-open') !== null ||
  (target instanceof Element &&
    (target.closest('[role=dialog]') !== null || target.matches('select, textarea, input:not([type=checkbox])')));
