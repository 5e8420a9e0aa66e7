import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import type { TimeWindow } from '@trunkline/client';
import { WEEKDAYS } from '@trunkline/client/lists';
import type { ReactNode } from 'react';
import { words } from '../../format';
import { useRowFocus } from '../../ui/row-focus';
import type { DateRange } from './conditions';

interface ListProps<T> {
  readonly change: (items: readonly T[]) => void;
  readonly error: ReactNode;
  readonly disabled: boolean | undefined;
  /** Of the field in its form. */
  readonly path: string | undefined;
}

interface RowsProps<T> extends ListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly added: T;
  readonly add: string;
  /** Names an item, with its number. */
  readonly noun: string;
  readonly draw: (item: T, set: (item: T) => void) => ReactNode;
}

/** Items with a button that removes each, and one that adds another. */
function Rows<T>({ label, items, added, add, noun, draw, change, error, disabled, path }: RowsProps<T>) {
  const { ref, onFocus, focusAdded } = useRowFocus<HTMLDivElement>();
  return (
    <Stack gap={6} role="group" aria-label={label} data-path={path} tabIndex={-1} ref={ref} onFocus={onFocus}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      {items.map((item, index) => (
        <Group key={index} data-row role="group" aria-label={words(`${noun} ${index + 1}`)} align="end" gap="xs">
          {draw(item, (next) => change(items.map((each, at) => (at === index ? next : each))))}
          <Button
            variant="default"
            aria-label={`Remove ${noun} ${index + 1}`}
            disabled={disabled}
            onClick={() => change(items.filter((_item, at) => at !== index))}
          >
            Remove
          </Button>
        </Group>
      ))}
      {error !== undefined && error !== null && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          disabled={disabled}
          onClick={() => {
            focusAdded();
            change([...items, added]);
          }}
        >
          {add}
        </Button>
      </Group>
    </Stack>
  );
}

const OFFICE_HOURS: TimeWindow = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], start: '09:00', end: '17:00' };

/** The hours of the week in which a target takes calls. */
export function TimeWindows({ windows, ...list }: ListProps<TimeWindow> & { readonly windows: readonly TimeWindow[] }) {
  const { disabled } = list;
  return (
    <Rows
      {...list}
      label="Only in hours of the week"
      noun="hours"
      add="Add hours of the week"
      items={windows}
      added={OFFICE_HOURS}
      draw={(window, set) => (
        <>
          <Checkbox.Group
            label="Days"
            w="100%"
            value={[...window.days]}
            onChange={(chosen) => set({ ...window, days: WEEKDAYS.filter((day) => chosen.includes(day)) })}
          >
            <Group gap="sm" mt={4}>
              {WEEKDAYS.map((day) => (
                <Checkbox key={day} value={day} label={words(day)} size="xs" disabled={disabled} />
              ))}
            </Group>
          </Checkbox.Group>
          <TextInput
            type="time"
            label="From"
            value={window.start}
            disabled={disabled}
            onChange={({ currentTarget: { value } }) => set({ ...window, start: value })}
          />
          <TextInput
            type="time"
            label="Until"
            value={window.end}
            disabled={disabled}
            onChange={({ currentTarget: { value } }) => set({ ...window, end: value })}
          />
        </>
      )}
    />
  );
}

/** The days on which a target takes calls. A range without a last day is one day. */
export function DateRanges({ ranges, ...list }: ListProps<DateRange> & { readonly ranges: readonly DateRange[] }) {
  return (
    <Rows
      {...list}
      label="Only on dates"
      noun="dates"
      add="Add dates"
      items={ranges}
      added={{ from: '', to: '' }}
      draw={({ from, to }, set) => (
        <>
          <TextInput
            type="date"
            label="First day"
            value={from}
            disabled={list.disabled}
            onChange={({ currentTarget: { value } }) => set({ from: value, to })}
          />
          <TextInput
            type="date"
            label="Last day (optional)"
            value={to}
            min={from}
            disabled={list.disabled}
            onChange={({ currentTarget: { value } }) => set({ from, to: value })}
          />
        </>
      )}
    />
  );
}

/** The days on which a target takes no calls. */
export function Dates({ dates, ...list }: ListProps<string> & { readonly dates: readonly string[] }) {
  return (
    <Rows
      {...list}
      label="Not on dates"
      noun="date"
      add="Add a date"
      items={dates}
      added=""
      draw={(date, set) => (
        <TextInput
          type="date"
          label="Day"
          value={date}
          disabled={list.disabled}
          onChange={({ currentTarget }) => set(currentTarget.value)}
        />
      )}
    />
  );
}
