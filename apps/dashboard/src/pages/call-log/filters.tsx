import type { CallDirection, CdrsListQuery, HangupCause } from '@trunkline/client';
import { CALL_DIRECTIONS, HANGUP_CAUSES } from '@trunkline/client/lists';
import { optionsOf, worded } from '../../format/lists';
import { Choice } from '../../ui/forms/choice';
import { part } from '../../ui/part';
import type { Chip } from '../../ui/tables/filter-chips';
import { searchOf } from '../../ui/tables/filter-texts';
import * as filters from '../../ui/tables/filters';
import * as more from '../../ui/tables/more-filters';
import { type Filter, type FilterInput, type QueryOf, useFilters } from '../../ui/tables/use-filters';
import { OWN_NUMBER } from '../calls/call-filters';
import { countries } from './country-filter';
import type { Range } from './periods';
import { causesOf, queryOfResult, RESULTS } from '../calls/results';
import { CALL_TIME, route, TRUNK, useRange } from './time-and-route';

/** Loaded once the chip is opened, with the phrases of all responses. */
const SipResponseChoice = part(async () => (await import('./sip-response-choice')).SipResponseChoice);

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
  code: { ...more.codes('SIP responses'), draw: (input: FilterInput) => <SipResponseChoice {...input} /> },
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

/** The filters of the page, as the API takes them. */
export function useCallFilters() {
  const { query, ...rest } = useFilters(FILTERS);
  const range = useRange(query);
  return { ...rest, range, query: callQueryOf(query, range) };
}
