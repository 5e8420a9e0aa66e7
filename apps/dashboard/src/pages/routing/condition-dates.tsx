import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRowFocus } from '../../ui/row-focus';
import type { DateRange } from './conditions';

interface ListProps<T> {
  readonly change: (items: readonly T[]) => void;
  readonly error: ReactNode;
  readonly disabled: boolean | undefined;
}

interface RowsProps<T> extends ListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly added: T;
  readonly add: string;
  /** Names an item for its button. */
  readonly noun: string;
  readonly draw: (item: T, set: (item: T) => void) => ReactNode;
}

/** Items with a button that removes each, and one that adds another. */
function Rows<T>({ label, items, added, add, noun, draw, change, error, disabled }: RowsProps<T>) {
  const { ref, onFocus, focusAdded } = useRowFocus<HTMLDivElement>();
  return (
    <Stack gap={6} role="group" aria-label={label} ref={ref} onFocus={onFocus}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      {items.map((item, index) => (
        <Group key={index} data-row align="end" gap="xs">
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

/** The days on which a target takes calls. */
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
            onChange={({ currentTarget: { value } }) => set({ from: value, to: to === from ? value : to })}
          />
          <TextInput
            type="date"
            label="Last day (optional)"
            value={to === from ? '' : to}
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
      noun="the date"
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
