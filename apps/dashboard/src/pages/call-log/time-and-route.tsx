import { Button, Group } from '@mantine/core';
import { useMemo } from 'react';
import { format } from '../../format';
import { Choice } from '../../ui/forms/choice';
import * as filters from '../../ui/tables/filters';
import * as more from '../../ui/tables/more-filters';
import type { Filter, QueryOf } from '../../ui/tables/use-filters';
import { RouteName } from '../calls/route-name';
import { useRoutes } from '../numbers/routes';
import { type Period, PERIODS, type Range, rangeOf } from './periods';

// The filters that rejected and live calls have, too, without the rest.

const period: Filter<Period> = {
  ...filters.choice('Time', PERIODS, { none: 'Any' }),
  draw: ({ value, set }) => (
    <Group gap={6} role="group" aria-label="Periods">
      {Object.entries(PERIODS).map(([name, label]) => (
        <Button
          key={name}
          size="compact-sm"
          variant={value === name ? 'light' : 'default'}
          aria-pressed={value === name}
          onClick={() => set({ time: name, from: undefined, to: undefined })}
        >
          {label}
        </Button>
      ))}
    </Group>
  ),
};

interface RouteFilter {
  readonly label: string;
  /** As the label, in a sentence. */
  readonly noun: string;
  readonly prefix: string;
  readonly listOf: (routes: ReturnType<typeof useRoutes>) => readonly { value: string; label: string }[];
}

/** A trunk or routing profile of the account, by its id. */
export const route = ({ label, noun, prefix, listOf }: RouteFilter): Filter<string> => ({
  label,
  write: (id) => id,
  fault: (id) => (new RegExp(`^${prefix}_[0-9a-z]+$`).test(id) ? null : `is not the ID of a ${noun}`),
  show: (id) => <RouteName id={id} />,
  draw: ({ value, change }) => <RouteChoice {...{ label, listOf, value, change }} />,
});

function RouteChoice({
  label,
  listOf,
  value,
  change,
}: Pick<RouteFilter, 'label' | 'listOf'> & {
  readonly value: string | undefined;
  readonly change: (text: string | undefined) => void;
}) {
  const options = listOf(useRoutes());
  const isListed = value === undefined || options.some((option) => option.value === value);
  const data = isListed ? options : [...options, { value, label: value }];
  return <Choice label={label} none="Any" data={data} value={value} onChoose={change} />;
}

/** The time of a list of calls: a period that moves, or its ends. */
export const CALL_TIME = {
  time: period,
  from: more.moment('from', ['time']),
  to: more.moment('to', ['time']),
};

export const TRUNK = route({ label: 'SIP trunk', noun: 'SIP trunk', prefix: 'trk', listOf: ({ trunks }) => trunks });

const thisMinute = (): number => Math.floor(Date.now() / 60_000) * 60;

/** The time that the filters choose. A moving period is fixed while it is shown, because the cursors of a list belong to one query. */
export function useRange({ time, from, to }: QueryOf<typeof CALL_TIME>): Range {
  return useMemo(() => {
    if (from !== undefined || to !== undefined || time === undefined) return { from, to };
    return rangeOf(time, format.timeZone, thisMinute());
  }, [time, from, to]);
}
