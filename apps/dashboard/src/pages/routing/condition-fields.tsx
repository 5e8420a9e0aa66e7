import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Conditions, TimeWindow } from '@trunkline/client';
import { WEEKDAYS } from '@trunkline/client/lists';
import type { ComponentProps, ReactNode } from 'react';
import { words } from '../../format';
import { TIME_ZONES } from '../../format/time-zones';
import type { FieldsFor, RowOf } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { Several } from '../../ui/forms/several';
import { useRowFocus } from '../../ui/row-focus';
import { useCountries } from '../call-log/countries';
import { DateRanges, Dates } from './condition-dates';
import { type DateRange, rangesFault } from './conditions';

const OFFICE_HOURS: TimeWindow = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], start: '09:00', end: '17:00' };

const timeWindows: fields.Field<readonly TimeWindow[]> = {
  empty: [],
  read: (member) => member,
  write: (value) => value,
  draw: ({ error }, { value, change }) => <TimeWindows windows={value} change={change} error={error} />,
};

const dateRanges: fields.Field<readonly DateRange[]> = {
  empty: [],
  read: (member) => member,
  // One day, if the last one is not given.
  write: (value) => value.map(({ from, to }) => ({ from, to: to || from })),
  fault: rangesFault,
  draw: ({ error, disabled }, { value, change }) => (
    <DateRanges ranges={value} change={change} error={error} disabled={disabled} />
  ),
};

const exceptDates: fields.Field<readonly string[]> = {
  empty: [],
  read: (member) => member,
  write: (value) => value,
  fault: (value) => (value.includes('') ? 'Enter each date, or remove it.' : null),
  draw: ({ error, disabled }, { value, change }) => (
    <Dates dates={value} change={change} error={error} disabled={disabled} />
  ),
};

const countries = (label: string): fields.Field<readonly string[]> => ({
  empty: [],
  read: (member) => member,
  write: (value) => value,
  draw: ({ error, disabled }, { value, change }) => (
    <Countries label={label} chosen={value} onChange={change} error={error} disabled={disabled} />
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

interface TimeWindowsProps {
  readonly windows: readonly TimeWindow[];
  readonly change: (windows: readonly TimeWindow[]) => void;
  readonly error: ReactNode;
}

function TimeWindows({ windows, change, error }: TimeWindowsProps) {
  const { ref, onFocus, focusAdded } = useRowFocus<HTMLDivElement>();
  return (
    <Stack gap="sm" ref={ref} onFocus={onFocus}>
      {windows.map((window, index) => (
        <HoursOfWeek
          key={index}
          index={index}
          window={window}
          change={(part) => change(windows.map((each, at) => (at === index ? { ...each, ...part } : each)))}
          remove={() => change(windows.filter((_window, at) => at !== index))}
        />
      ))}
      {error !== undefined && (
        <Text size="xs" c="var(--bad-text)">
          {error}
        </Text>
      )}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            focusAdded();
            change([...windows, OFFICE_HOURS]);
          }}
        >
          Add hours of the week
        </Button>
      </Group>
    </Stack>
  );
}

interface HoursProps {
  readonly index: number;
  readonly window: TimeWindow;
  readonly change: (part: Partial<TimeWindow>) => void;
  readonly remove: () => void;
}

function HoursOfWeek({ index, window: { days, start, end }, change, remove }: HoursProps) {
  return (
    <Stack gap="xs" role="group" aria-label={`Hours ${index + 1}`} data-row>
      <Checkbox.Group
        label="Days"
        value={[...days]}
        onChange={(chosen) => change({ days: WEEKDAYS.filter((day) => chosen.includes(day)) })}
      >
        <Group gap="sm" mt={4}>
          {WEEKDAYS.map((day) => (
            <Checkbox key={day} value={day} label={words(day)} size="xs" />
          ))}
        </Group>
      </Checkbox.Group>
      <Group align="end" gap="xs">
        <TextInput
          type="time"
          label="From"
          value={start}
          onChange={(event) => change({ start: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label="Until"
          value={end}
          onChange={(event) => change({ end: event.currentTarget.value })}
        />
        <Button variant="default" aria-label={`Remove hours ${index + 1}`} onClick={remove}>
          Remove
        </Button>
      </Group>
    </Stack>
  );
}
