import type { CdrFilters, CdrSort, HangupCause, PartyFilter } from '@trunkline/cdr';
import { CDR_SORTS, DIRECTIONS, HANGUP_CAUSES } from '@trunkline/cdr';
import { fromUnixSeconds } from '@trunkline/kernel';
import {
  E164,
  Id,
  LongPageQuery,
  QueryCountries,
  QueryFlag,
  QueryInteger,
  QueryList,
  QueryOneOf,
  QueryTime,
  Text,
} from '../http';
import { QueryCodes } from './query-lists';

const PARTY_MAX = 255;
const PARTY_HINT = 'a number or SIP URI, or the beginning of one and *';
const PARTY = /^[^*]+\*?$/;

// What the column holds: 68 years.
const SECONDS_MAX = 2_147_483_647;

export class ListCdrsQuery extends LongPageQuery {
  @QueryTime({
    description:
      'Started at or after. A time before the oldest kept record (400 days, or as configured) stands for that record.',
  })
  from?: number;

  @QueryTime({ description: 'Started before.' })
  to?: number;

  @QueryTime({
    description:
      'Written at or after: the safe key for polling, with sort=created_at&order=asc. A call is written when it ends, so ' +
      'paging by its start loses long ones. 0 is a valid first poll.',
  })
  created_from?: number;

  @QueryTime({ description: 'Written before.' })
  created_to?: number;

  @QueryOneOf({ description: 'Direction.', values: DIRECTIONS, name: 'CallDirection' })
  direction?: 'inbound' | 'outbound';

  @E164({ description: "The account's number on the call; write + as %2B.", example: '+4930901820', optional: true })
  e164?: string;

  @Id({ description: "The account's number, by identifier.", prefix: 'num', optional: true })
  number_id?: string;

  @Id({ description: 'The routing profile.', prefix: 'rp', optional: true })
  routing_profile_id?: string;

  @Id({ description: 'The SIP trunk that answered, or that the number is routed to.', prefix: 'trk', optional: true })
  sip_trunk_id?: string;

  @Text({
    description: 'Exact, or a beginning and *. Redaction limits it to what is shown.',
    example: '+4930*',
    pattern: PARTY,
    hint: PARTY_HINT,
    max: PARTY_MAX,
    optional: true,
  })
  caller?: string;

  @Text({
    description: 'As caller.',
    example: '+49*',
    pattern: PARTY,
    hint: PARTY_HINT,
    max: PARTY_MAX,
    optional: true,
  })
  callee?: string;

  @QueryCountries({
    description: 'Countries of the far end, comma-separated: of the caller for calls in, of the callee for calls out.',
  })
  country?: string[];

  @QueryList({ description: 'Causes, comma-separated.', example: 'user_busy,no_answer', values: HANGUP_CAUSES })
  hangup_cause?: HangupCause[];

  @QueryCodes({ description: 'Final SIP codes, comma-separated.', example: [486, 603] })
  sip_response_code?: number[];

  @QueryFlag({ description: 'Answered or not.', example: true })
  answered?: boolean;

  @QueryInteger({ description: 'Billable seconds at least this.', example: 1, min: 0, max: SECONDS_MAX })
  min_billable_s?: number;

  @QueryInteger({ description: 'Billable seconds at most this.', example: 3600, min: 0, max: SECONDS_MAX })
  max_billable_s?: number;

  @QueryInteger({ description: 'Cost at least this.', example: 1, min: 0 })
  min_cost_cents?: number;

  @QueryOneOf({ description: 'Sort key. Default started_at.', values: CDR_SORTS })
  sort?: CdrSort;

  @QueryOneOf({ description: 'Default desc.', values: ['asc', 'desc'] })
  order?: 'asc' | 'desc';
}

export function filtersOf(query: ListCdrsQuery): CdrFilters {
  return {
    ...timesOf(query),
    direction: query.direction ?? null,
    e164: query.e164 ?? null,
    ...routesOf(query),
    caller: partyOf(query.caller),
    callee: partyOf(query.callee),
    ...endsOf(query),
  };
}

function timesOf(query: ListCdrsQuery): Pick<CdrFilters, 'from' | 'to' | 'createdFrom' | 'createdTo'> {
  return {
    from: timeOf(query.from),
    to: timeOf(query.to),
    createdFrom: timeOf(query.created_from),
    createdTo: timeOf(query.created_to),
  };
}

function routesOf(
  query: ListCdrsQuery,
): Pick<CdrFilters, 'numberId' | 'routingProfileId' | 'sipTrunkId' | 'countries'> {
  return {
    numberId: query.number_id ?? null,
    routingProfileId: query.routing_profile_id ?? null,
    sipTrunkId: query.sip_trunk_id ?? null,
    countries: query.country ?? null,
  };
}

function endsOf(query: ListCdrsQuery) {
  return {
    hangupCauses: query.hangup_cause ?? null,
    sipResponseCodes: query.sip_response_code ?? null,
    isAnswered: query.answered ?? null,
    minBillableSeconds: query.min_billable_s ?? null,
    maxBillableSeconds: query.max_billable_s ?? null,
    minCostCents: query.min_cost_cents ?? null,
  };
}

function timeOf(seconds: number | undefined): Date | null {
  return seconds === undefined ? null : fromUnixSeconds(seconds);
}

function partyOf(text: string | undefined): PartyFilter | null {
  if (text === undefined) return null;
  const isPrefix = text.endsWith('*');
  return { text: isPrefix ? text.slice(0, -1) : text, isPrefix };
}
