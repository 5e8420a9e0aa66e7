import { Button, Group } from '@mantine/core';
import type { CallDirection, CdrsListQuery, HangupCause } from '@trunkline/client';
import { CALL_DIRECTIONS, HANGUP_CAUSES } from '@trunkline/client/lists';
import { useMemo } from 'react';
import { format } from '../../format';
import { optionsOf, worded } from '../../format/lists';
import { Choice } from '../../ui/forms/choice';
import type { Chip } from '../../ui/tables/filter-chips';
import { searchOf } from '../../ui/tables/filter-texts';
import * as filters from '../../ui/tables/filters';
import * as more from '../../ui/tables/more-filters';
import { type Filter, type QueryOf, useFilters } from '../../ui/tables/use-filters';
import { OWN_NUMBER } from '../calls/call-filters';
import { useRoutes } from '../numbers/routes';
import { countries } from './country-filter';
import { type Period, PERIODS, type Range, rangeOf } from './periods';
import { causesOf, queryOfResult, RESULTS } from '../calls/results';
import { RouteName } from '../calls/route-name';

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
const route = ({ label, noun, prefix, listOf }: RouteFilter): Filter<string> => ({
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

const ANY_CAUSE = more.several<HangupCause>('Cause', worded(HANGUP_CAUSES));

const isCauseOf = (result: string | undefined, cause: string): boolean =>
  causesOf(result).some((each) => each === cause);

/** Removes the causes that calls with the result do not have. */
const result: Filter<keyof typeof RESULTS> = {
  ...filters.choice('Result', RESULTS, { none: 'Any' }),
  draw: ({ value, search, set }) => (
    <Choice
      label="Result"
      none="Any"
      data={optionsOf(RESULTS)}
      value={value as keyof typeof RESULTS | undefined}
      onChoose={(chosen) => {
        const kept = search['cause']?.split(',').filter((each) => isCauseOf(chosen, each));
        set({ result: chosen, cause: kept?.join(',') || undefined });
      }}
    />
  ),
};

/** Causes of calls with the chosen result: a call has to meet both filters. */
const cause: Filter<readonly HangupCause[]> = {
  ...ANY_CAUSE,
  fault: (text, search) => {
    const isOfResult = text.split(',').every((each) => isCauseOf(search['result'], each));
    return ANY_CAUSE.fault?.(text, search) ?? (isOfResult ? null : 'is not a cause of calls with the chosen result');
  },
  draw: ({ value, search, change }) => (
    <more.Several
      label="Cause"
      options={optionsOf<string>(worded(causesOf(search['result'])))}
      value={value}
      onChange={change}
    />
  ),
};

/** Every filter of GET /cdrs that a person needs. Clients that poll use those by the time of creation. */
export const FILTERS = {
  q: filters.text('Caller, callee or Call-ID', {
    isSearch: true,
    w: filters.full(200),
    clean: searchOf,
  }),
  ...CALL_TIME,
  result,
  cause,
  code: more.codes('SIP responses'),
  number: OWN_NUMBER,
  trunk: TRUNK,
  profile: route({
    label: 'Routing profile',
    noun: 'routing profile',
    prefix: 'rp',
    listOf: ({ options }) => options.find(({ group }) => group === 'Routing profiles')?.items ?? [],
  }),
  country: countries('Country of the other party'),
  party: more.party('Either party'),
  caller: more.party('Caller'),
  callee: more.party('Callee'),
  min_length: more.seconds('Shortest, in seconds', { limit: 'at least' }),
  max_length: more.seconds('Longest, in seconds', { limit: 'at most', from: 'min_length' }),
  min_cost: more.dollarsAtLeast('Cost at least, in dollars'),
  direction: filters.choice<CallDirection>('Direction', worded(CALL_DIRECTIONS), { none: 'Both' }),
  reference: more.typedText('Reference', { max: 200, description: 'Given when the call was placed by the API.' }),
};

export const CHIPS: readonly Chip[] = [
  { label: 'Time', names: ['time', 'from', 'to'] },
  { label: 'Result', names: ['result', 'cause', 'code'] },
  { label: 'Number', names: ['number'] },
  { label: 'Route', names: ['trunk', 'profile'] },
  { label: 'Parties', names: ['party', 'caller', 'callee', 'country'] },
  { label: 'More', names: ['direction', 'min_length', 'max_length', 'min_cost', 'reference'] },
];

export type CallQuery = Omit<CdrsListQuery, 'limit' | 'cursor' | 'sort' | 'order'>;

function callQueryOf(query: QueryOf<typeof FILTERS>, range: Range): CallQuery {
  return {
    ...range,
    ...queryOfResult(query.result, query.cause),
    q: query.q,
    sip_response_code: query.code,
    e164: query.number,
    sip_trunk_id: query.trunk,
    routing_profile_id: query.profile,
    country: query.country,
    party: query.party,
    caller: query.caller,
    callee: query.callee,
    min_billable_s: query.min_length,
    max_billable_s: query.max_length,
    min_cost_cents: query.min_cost,
    direction: query.direction,
    customer_reference: query.reference,
  };
}

const thisMinute = (): number => Math.floor(Date.now() / 60_000) * 60;

/** The time of the filters. One that moves stands still while it is shown: the cursors of a list belong to one query. */
export function useRange({ time, from, to }: QueryOf<typeof CALL_TIME>): Range {
  return useMemo(() => {
    if (from !== undefined || to !== undefined || time === undefined) return { from, to };
    return rangeOf(time, format.timeZone, thisMinute());
  }, [time, from, to]);
}

/** The filters of the page, as the API takes them. */
export function useCallFilters() {
  const { query, ...rest } = useFilters(FILTERS);
  const range = useRange(query);
  return { ...rest, range, query: callQueryOf(query, range) };
}
