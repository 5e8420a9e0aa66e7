import type { Permission } from '@trunkline/client';
import type { ReactNode } from 'react';
import type { Texts } from '../../router/search';
import { useMay } from '../../session/account';
import { ChosenFault } from '../tables/filter-faults';
import { StateTabs } from '../tables/state-tabs';

/** A part of a page that is shown alone, with what it takes to see it. */
export interface PagePart<T> {
  readonly text: string;
  /** What names it in the address. The first part has none. */
  readonly show?: string;
  readonly needs?: Permission;
  /** How many things it lists. */
  readonly count?: (of: T) => string;
  readonly draw: (of: T) => ReactNode;
}

interface Props<T> {
  readonly label: string;
  readonly parts: readonly PagePart<T>[];
  /** What the page shows. */
  readonly of: T;
  readonly search: Texts<'show'>;
}

/** The part of a page that the address names, below links to all of them. */
export function PageParts<T>({ label, parts, of, search }: Props<T>) {
  const may = useMay();
  const visible = parts.filter(({ needs }) => needs === undefined || may(needs));
  const shown = visible.find(({ show }) => show === search.show);
  return (
    <>
      <StateTabs
        label={label}
        tabs={visible.map(({ text, show, count }) => ({ text, search: { show }, count: count?.(of) }))}
        search={search}
      />
      {shown?.draw(of) ?? <ChosenFault name="show" text={search.show} />}
    </>
  );
}
