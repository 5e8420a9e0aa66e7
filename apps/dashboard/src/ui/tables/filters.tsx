import { Search } from 'lucide-react';
import { optionsOf } from '../../format/lists';
import { Choice } from '../forms/choice';
import { SearchField } from '../forms/search-field';
import { NO_CHOICE, textFault } from './filter-texts';
import type { Filter } from './use-filters';

export type Width = number | '100%' | { readonly base: string; readonly sm: number };

/** The width of a filter that shares a line of a phone with another one. */
export const half = (sm: number): Width => ({ base: 'var(--half)', sm });
/** The width of a filter that fills a line of a phone. */
export const full = (sm: number): Width => ({ base: '100%', sm });

interface TextOptions {
  /** Of a field that is not behind a chip. */
  readonly w?: Width;
  readonly placeholder?: string;
  readonly inputMode?: 'numeric';
  /** Whether the list is searched for it first: a field before the chips, to which a slash moves, and whose label is its placeholder. */
  readonly isSearch?: boolean;
  /** Returns the text for the address, or an empty one for no filter. */
  readonly clean?: (text: string) => string;
  /** The longest text that the API searches for. */
  readonly max?: number;
}

const TEXT_MAX = 255;

/** A text that is searched for. */
export const text = (
  label: string,
  { isSearch = false, clean = (typed) => typed.trim(), max = TEXT_MAX, ...props }: TextOptions = {},
): Filter<string> => ({
  label,
  write: (value) => value,
  fault: (value) => textFault(value, max),
  isAlone: isSearch,
  draw: ({ value, change }) => (
    <SearchField
      {...(isSearch
        ? {
            'aria-label': label,
            'data-search': true,
            placeholder: label,
            leftSection: <Search size={15} aria-hidden />,
          }
        : { label })}
      {...props}
      value={value}
      onSearch={(typed) => change(clean(typed) || undefined)}
    />
  ),
});

export const digitsOf = (typed: string): string => typed.replace(/\D/g, '');

interface ChoiceOptions {
  /** Text of the choice of all, or of what there is without a choice. */
  readonly none: string;
  /** Whether that is less than all, so that the chip names it. */
  readonly isNoneNamed?: boolean;
  /** Of a field that is not behind a chip. */
  readonly w?: Width;
}

/** One of the values of a closed list. */
export const choice = <K extends string>(
  label: string,
  labels: Readonly<Record<K, string>>,
  { none, isNoneNamed = false, w }: ChoiceOptions,
): Filter<K> & { readonly show: (text: string) => string } => ({
  label,
  ...(isNoneNamed && { unset: none }),
  write: (value) => value as K,
  fault: (value) => (Object.hasOwn(labels, value) ? null : NO_CHOICE),
  show: (value) => labels[value as K],
  draw: ({ value, change }) => (
    <Choice label={label} none={none} w={w} data={optionsOf<string>(labels)} value={value} onChoose={change} />
  ),
});

/** A filter that takes several values in the API and one in the dashboard. The address may have several, separated by commas. */
export const oneOf = <M,>(
  { show, ...filter }: Filter<M> & { readonly show?: (text: string) => string },
  otherwise?: readonly NoInfer<M>[],
): Filter<readonly M[]> => ({
  ...filter,
  ...(show && { show: (value) => value.split(',').map(show).join(', ') }),
  write: (value) => value.split(',').map((each) => filter.write(each)),
  fault: (value, search) =>
    value
      .split(',')
      .map((each) => filter.fault?.(each, search) ?? null)
      .find((fault) => fault !== null) ?? null,
  otherwise,
});
