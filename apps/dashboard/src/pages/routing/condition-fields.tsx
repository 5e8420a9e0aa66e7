import { Text } from '@mantine/core';
import type { Conditions, TimeWindow } from '@trunkline/client';
import type { ComponentProps } from 'react';
import { TIME_ZONES } from '../../format/time-zones';
import type { FieldsFor, RowOf } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { Several } from '../../ui/forms/several';
import { useCountries } from '../call-log/countries';
import { DateRanges, Dates, TimeWindows } from './condition-rows';
import { type DateRange, enteredRanges, rangesFault, rangesOf } from './conditions';

/** What a list of rows takes of its input. */
const listOf = ({ error, disabled, 'data-path': path }: fields.Input) => ({ error, disabled, path });

const timeWindows: fields.Field<readonly TimeWindow[]> = {
  empty: [],
  read: (member) => member,
  write: (value) => value,
  draw: (input, { value, change }) => <TimeWindows {...listOf(input)} windows={value} change={change} />,
};

const dateRanges: fields.Field<readonly DateRange[]> = {
  empty: [],
  read: enteredRanges,
  write: rangesOf,
  fault: rangesFault,
  draw: (input, { value, change }) => <DateRanges {...listOf(input)} ranges={value} change={change} />,
};

const exceptDates: fields.Field<readonly string[]> = {
  empty: [],
  read: (member) => member,
  write: (value) => value,
  fault: (value) => (value.includes('') ? 'Enter each date, or remove it.' : null),
  draw: (input, { value, change }) => <Dates {...listOf(input)} dates={value} change={change} />,
};

const countries = (label: string): fields.Field<readonly string[]> => ({
  empty: [],
  read: (member) => member,
  write: (value) => value,
  draw: ({ error, disabled, 'data-path': path }, { value, change }) => (
    <Countries label={label} chosen={value} onChange={change} error={error} disabled={disabled} data-path={path} />
  ),
});

function Countries(props: Omit<ComponentProps<typeof Several<string>>, 'options'>) {
  return <Several {...props} options={useCountries()} />;
}

const anonymousCaller: fields.Field<'' | 'no' | 'yes', boolean | undefined> = {
  ...fields.choice('Withheld numbers', {
    '': 'All callers',
    no: 'Only callers that show their number',
    yes: 'Only callers that withhold their number',
  }),
  read: (member) => (member === undefined ? '' : member ? 'yes' : 'no'),
  write: (value) => (value === '' ? undefined : value === 'yes'),
};

/** When and from whom a target receives calls. Empty fields do not restrict. */
export const CONDITIONS = {
  timezone: fields.below(
    <Text size="sm" c="dimmed">
      The target takes a call if all conditions match. An empty condition matches every call.
    </Text>,
    fields.choice('Time zone', TIME_ZONES),
  ),
  time_windows: timeWindows,
  dates: dateRanges,
  except_dates: exceptDates,
  caller_countries: countries('Only callers from countries'),
  not_caller_countries: countries('No callers from countries'),
  caller_prefixes: fields.items('Only callers whose number begins with', { placeholder: '+4930, +4940' }),
  not_caller_prefixes: fields.items('No callers whose number begins with'),
  anonymous_caller: anonymousCaller,
  called_numbers: fields.items('Only calls to your numbers'),
} satisfies FieldsFor<Conditions>;

/** `timeZone` is that of conditions without one. */
export const conditionRowOf = (conditions: Conditions | null, timeZone: string): RowOf<typeof CONDITIONS> => ({
  timezone: timeZone,
  ...conditions,
});
