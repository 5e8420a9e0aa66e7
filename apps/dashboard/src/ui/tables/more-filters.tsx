import { Group, TextInput } from '@mantine/core';
import { format } from '../../format';
import { centsOf } from '../../format/dollars';
import { optionsOf } from '../../format/lists';
import { moments } from '../../format/moment';
import { SearchField } from '../forms/search-field';
import { Several as Values } from '../forms/several';
import { isCodes, isCount, isDay, isMinute, NOT_IN_PLAN, partyFault, partyOf, textFault } from './filter-texts';
import type { Filter } from './use-filters';

// Filters for the panel of a chip, which has one below the other.

const DATE_LENGTH = 'YYYY-MM-DD'.length;

const ENDS = { from: 'From', to: 'To' } as const;

const isMoment = (text: string): boolean => isDay(text) || isMinute(text);

/** Unix seconds of an end of a time. A day as its upper end is included. */
const momentIn = (name: keyof typeof ENDS, text: string): number =>
  isDay(text) ? format.startOfDay(text, name === 'to' ? 1 : 0) : format.momentOf(text);

/**
 * One end of a time: a day, or a minute of it, by the clock of the account. A day as the upper end includes its last
 * moment. `clears` names filters that say the same in another way.
 */
export const moment = (name: keyof typeof ENDS, clears: readonly string[] = []): Filter<number> => ({
  label: ENDS[name],
  write: (text) => momentIn(name, text),
  fault: (text, { from }) => {
    if (!isMoment(text)) return 'is neither a day (YYYY-MM-DD) nor a minute (YYYY-MM-DDTHH:MM)';
    const isEmpty =
      name === 'to' && from !== undefined && isMoment(from) && momentIn('to', text) <= momentIn('from', from);
    return isEmpty ? 'is not after “From”' : null;
  },
  show: (text) => `${name} ${isDay(text) ? format.date(text) : moments().minute(format.momentOf(text))}`,
  draw: ({ value = '', set }) => {
    const [day, clock] = [value.slice(0, DATE_LENGTH), value.slice(DATE_LENGTH + 1)];
    const take = (text: string): void =>
      set({ ...Object.fromEntries(clears.map((each) => [each, undefined])), [name]: text || undefined });
    return (
      <Group gap="xs" grow align="end">
        <TextInput
          type="date"
          label={ENDS[name]}
          value={day}
          onChange={({ currentTarget }) => take(currentTarget.value)}
        />
        <TextInput
          type="time"
          label={`${ENDS[name]}, time of day`}
          value={clock}
          disabled={day === ''}
          onChange={({ currentTarget }) => take(currentTarget.value === '' ? day : `${day}T${currentTarget.value}`)}
        />
      </Group>
    );
  },
});

interface TextOptions {
  readonly max: number;
  readonly description?: string;
}

/** A party of a call, exact or as a prefix. */
export const party = (label: string): Filter<string> => ({
  label,
  write: (text) => text,
  fault: partyFault,
  refused: NOT_IN_PLAN,
  show: (text) => `${label.toLowerCase()} ${text}`,
  draw: ({ value, change }) => (
    <SearchField
      label={label}
      placeholder="+49 30 23125 018, or +49 30*"
      value={value}
      onSearch={(typed) => change(partyOf(typed) || undefined)}
    />
  ),
});

/** A text that is sent as it was typed. The API compares it as a whole or by its beginning; `description` says which. */
export const typedText = (label: string, { max, ...options }: TextOptions): Filter<string> => ({
  label,
  write: (text) => text,
  fault: (text) => textFault(text, max),
  draw: ({ value, change }) => (
    <SearchField label={label} {...options} value={value} onSearch={(typed) => change(typed.trim() || undefined)} />
  ),
});

interface SecondsOptions {
  readonly limit: 'at least' | 'at most';
  /** The filter of the shortest, by its name in the address: the longest must not be less. */
  readonly from?: string;
}

/** Seconds, whose text is `at least` or `at most` so many. */
export const seconds = (label: string, { limit, from }: SecondsOptions): Filter<number> => ({
  label,
  write: Number,
  fault: (text, search) => {
    if (!isCount(text)) return 'is not a whole number of seconds';
    const least = from === undefined ? undefined : search[from];
    return least !== undefined && isCount(least) && Number(text) < Number(least)
      ? `is less than the shortest, ${least}`
      : null;
  },
  show: (text) => `${limit} ${format.duration(Number(text))}`,
  draw: ({ value, change }) => (
    <SearchField
      label={label}
      inputMode="numeric"
      value={value}
      onSearch={(typed) => change(typed.trim() || undefined)}
    />
  ),
});

/** The least amount of money, in dollars. */
export const dollarsAtLeast = (label: string): Filter<number> => ({
  label,
  write: (text) => centsOf(text) ?? 0,
  fault: (text) => (centsOf(text) === null ? 'is not an amount' : null),
  show: (text) => `at least ${format.money(centsOf(text) ?? 0)}`,
  draw: ({ value, change }) => (
    <SearchField
      label={label}
      inputMode="decimal"
      placeholder="0.50"
      value={value}
      onSearch={(typed) => change(typed.trim() || undefined)}
    />
  ),
});

/** Final SIP responses, which the address separates by commas. */
export const codes = (label: string): Filter<readonly number[]> => ({
  label,
  write: (text) => text.split(',').map(Number),
  fault: (text) => (isCodes(text) ? null : 'is not a comma-separated list of SIP responses from 100 to 699'),
  show: (text) => `SIP ${text.replaceAll(',', ', ')}`,
});

/** Some of the values of a closed list. Choosing one adds it. */
export const several = <K extends string>(
  label: string,
  labels: Readonly<Record<K, string>>,
): Filter<readonly K[]> => ({
  label,
  write: (text) => text.split(',') as K[],
  fault: (text) => (text.split(',').every((each) => Object.hasOwn(labels, each)) ? null : 'has an unknown value'),
  show: (text) =>
    text
      .split(',')
      .map((each) => labels[each as K])
      .join(', '),
  draw: ({ value, change }) => (
    <Several label={label} options={optionsOf<string>(labels)} value={value} onChange={change} />
  ),
});

interface SeveralProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string | undefined;
  readonly onChange: (text: string | undefined) => void;
}

/** Values of a list, separated by commas. */
export function Several({ label, options, value, onChange }: SeveralProps) {
  const set = (values: readonly string[]): void => onChange(values.join(',') || undefined);
  return <Values label={label} options={options} chosen={value?.split(',') ?? []} onChange={set} />;
}
