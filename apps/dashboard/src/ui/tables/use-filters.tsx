import { useLocation, useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Fragment, type ReactNode, useState } from 'react';
import { words } from '../../format';
import type { Texts } from '../../router/search';
import { useRefused } from '../../session/refused';

/** The filters of a list, as texts in the address. */
type Search = Texts<string>;

export interface FilterInput {
  readonly value: string | undefined;
  readonly change: (text: string | undefined) => void;
  readonly search: Search;
  readonly set: (change: Search) => void;
}

/** One filter of a list. Its text is in the address, under its name in the table of filters. */
export interface Filter<M> {
  /** Names the filter in a sentence. */
  readonly label?: string;
  /** Returns what the API takes for the text. The API checks values that come from the address. */
  write(text: string): M;
  /** What the API takes without a text. */
  readonly otherwise?: M;
  /**
   * Returns what is wrong with a text of the address, alone or beside the other filters, as far as the browser knows. It
   * continues the sentence “…”.
   */
  fault?(text: string, search: Search): string | null;
  /** What is wrong with a text that the browser accepts and the API refuses. It continues the sentence “…”. */
  readonly refused?: string;
  /** The parameters of the API that hold the text, if not that of its own name. */
  readonly parameters?: readonly string[];
  /** A filter that another part of the page sets is not drawn. */
  readonly draw?: (input: FilterInput) => ReactNode;
  /** Whether it stands beside the chips, as a search field does. */
  readonly isAlone?: boolean;
  /** How a chip shows the text, if not as it is. */
  readonly show?: (text: string) => ReactNode;
  /** What its chip shows without a text, if that is not all. */
  readonly unset?: string;
}

export type Filters = Readonly<Record<string, Filter<unknown>>>;
export type QueryOf<F extends Filters> = { readonly [N in keyof F]?: ReturnType<F[N]['write']> };

/** A text of the address that is no value of its filter. */
export interface FilterFault {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  readonly fault: string;
}

/** What a list reads of its address beside the filters, and checks itself. */
const ORDERING: readonly string[] = ['sort', 'order'];

/** The texts of an address that the page does not read. A list without them would have more than its address says. */
const unknownIn = (search: Search, names: readonly string[]): readonly FilterFault[] =>
  Object.entries(search)
    .filter(([name, text]) => text && !names.includes(name) && !ORDERING.includes(name))
    .map(([name, text]) => ({ name, label: name, text: String(text), fault: 'belongs to no filter of this page' }));

/** Reads the filters of the page from its address, and changes them there. */
export function useFilters<F extends Filters>(filters: F) {
  const search: Search = useSearch({ strict: false });
  const names = useMatch({ strict: false, select: ({ staticData }) => staticData.names });
  const navigate = useNavigate();
  const router = useRouter();
  const { pathname } = useLocation();
  const set = (change: Search): void => {
    // A field that applies its text when it is removed can be removed with its page.
    if (router.state.location.pathname !== pathname) return;
    void navigate({ to: '.', search: (before: Search) => ({ ...before, ...change }), replace: true });
  };
  const texts = Object.entries(filters).map(([name, filter]) => [name, filter, search[name]] as const);
  const refused = useRefusedTexts(filters, search);
  const faults = texts.flatMap(([name, filter, text]): FilterFault[] => {
    const known = text !== undefined && refused[name] === text ? (filter.refused ?? 'cannot be used') : null;
    const fault = text === undefined ? null : (filter.fault?.(text, search) ?? known);
    return text === undefined || fault === null ? [] : [{ name, label: filter.label ?? words(name), text, fault }];
  });
  const query = texts.flatMap(([name, filter, value]) => {
    const isFaulty = faults.some((fault) => fault.name === name);
    const written = value === undefined || isFaulty ? filter.otherwise : filter.write(value);
    return written === undefined ? [] : [[name, written] as const];
  });
  return {
    search,
    set,
    query: Object.fromEntries(query) as QueryOf<F>,
    faults: [...faults, ...(texts.length > 0 ? unknownIn(search, names ?? []) : [])] as readonly FilterFault[],
    isFiltered: texts.some(([, , value]) => value !== undefined),
  };
}

/** Returns the fields of filters. */
export const drawn = (
  filters: Filters,
  names: readonly string[],
  { search, set }: Pick<FilterInput, 'search' | 'set'>,
): ReactNode =>
  names.map((name) => (
    <Fragment key={name}>
      {filters[name]?.draw?.({ value: search[name], change: (value) => set({ [name]: value }), search, set })}
    </Fragment>
  ));

/** Returns the texts of filters that the API has refused, by their names. They stay known, because a list is not loaded with them. */
function useRefusedTexts(filters: Filters, search: Search): Search {
  const refused = useRefused().split(',');
  const [known, setKnown] = useState<Search>({});
  const added = Object.entries(filters).flatMap(([name, { parameters = [name] }]) => {
    const text = search[name];
    const isNew = text !== undefined && known[name] !== text;
    return isNew && parameters.some((each) => refused.includes(each)) ? [[name, text] as const] : [];
  });
  if (added.length === 0) return known;
  const all = { ...known, ...Object.fromEntries(added) };
  setKnown(all);
  return all;
}
