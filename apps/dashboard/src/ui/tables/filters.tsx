import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { format } from '../../format';
import { optionsOf } from '../../format/lists';
import { Choice } from '../forms/choice';
import { SearchField } from '../forms/search-field';
import { isDay, NO_CHOICE, textFault } from './filter-texts';
import type { Filter } from './use-filters';

export type Width = number | '100%' | { readonly base: string; readonly sm: number };

/** The width of a filter that shares a line of a phone with another one. */
export const half = (sm: number): Width => ({ base: 'var(--half)', sm });
/** The width of a filter that fills a line of a phone. */
export const full = (sm: number): Width => ({ base: '100%', sm });

interface TextOptions {
  readonly w: Width;
  readonly placeholder?: string;
  readonly leftSection?: ReactNode;
  readonly inputMode?: 'numeric';
  /** The field that a slash moves to. */
  readonly isSearch?: boolean;
  /** Whether its placeholder says what it finds, so that only screen readers need the label. */
  readonly isBare?: boolean;
  /** Returns the text for the address, or an empty one for no filter. */
  readonly clean?: (text: string) => string;
  /** The longest text that the API searches for. */
  readonly max?: number;
}

const TEXT_MAX = 255;

/** A text that is searched for. */
export const text = (
  label: string,
  { isSearch = false, isBare = false, clean = (typed) => typed.trim(), max = TEXT_MAX, ...props }: TextOptions,
): Filter<string> => ({
  label,
  write: (value) => value,
  fault: (value) => textFault(value, max),
  draw: ({ value, change }) => (
    <SearchField
      {...(isBare ? { 'aria-label': label } : { label })}
      {...props}
      {...(isSearch && { 'data-search': true })}
      value={value}
      onSearch={(typed) => change(clean(typed) || undefined)}
    />
  ),
});

export const digitsOf = (typed: string): string => typed.replace(/\D/g, '');

interface ChoiceOptions {
  readonly w: Width;
  /** Text of the choice of all. */
  readonly none: string;
}

/** One of the values of a closed list. */
export const choice = <K extends string>(
  label: string,
  labels: Readonly<Record<K, string>>,
  { w, none }: ChoiceOptions,
): Filter<K> => ({
  label,
  write: (value) => value as K,
  fault: (value) => (Object.hasOwn(labels, value) ? null : NO_CHOICE),
  show: (value) => labels[value as K],
  draw: ({ value, change }) => (
    <Choice label={label} none={none} w={w} data={optionsOf<string>(labels)} value={value} onChoose={change} />
  ),
});

/** A filter that takes several values in the API and one in the dashboard. The address may have several, separated by commas. */
export const oneOf = <M,>(filter: Filter<M>, otherwise?: readonly NoInfer<M>[]): Filter<readonly M[]> => ({
  ...filter,
  write: (value) => value.split(',').map((each) => filter.write(each)),
  fault: (value, search) =>
    value
      .split(',')
      .map((each) => filter.fault?.(each, search) ?? null)
      .find((fault) => fault !== null) ?? null,
  otherwise,
});

/** A day, which the API takes as a time in Unix seconds. */
export const day = (label: string, w: Width, momentOf: (date: string) => number): Filter<number> => ({
  label,
  write: momentOf,
  fault: (text) => (isDay(text) ? null : 'is not a day (YYYY-MM-DD)'),
  show: (text) => `${label.toLowerCase()} ${format.date(text)}`,
  draw: ({ value, change }) => (
    <TextInput
      type="date"
      label={label}
      w={w}
      value={value ?? ''}
      onChange={(event) => change(event.currentTarget.value || undefined)}
    />
  ),
});
