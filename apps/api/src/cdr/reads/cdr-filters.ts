import { CDR_SORTS, type CdrFilters, type CdrSort, type PartyFilter } from '@trunkline/cdr';
import {
  CALLER_MEMBERS,
  CUSTOMER_REFERENCE_MAX,
  type Direction,
  DIRECTIONS,
  FAILURE_CAUSES,
  HANGUP_CAUSES,
  type HangupCause,
  type SortOrder,
} from '@trunkline/kernel';
import {
  Id,
  LONG_PAGE_LIMIT,
  LongPageLimit,
  PageCursor,
  QueryCountries,
  QueryDigits,
  QueryE164,
  QueryFlag,
  QueryInteger,
  QueryList,
  QueryOneOf,
  QueryOrder,
  QueryParty,
  QueryTime,
  Text,
  CommaSeparated,
  type FieldOptions,
} from '../../http';
import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsInt, Max, Min } from 'class-validator';
import { field } from '../../http/fields/fields';

/** Hangup causes in the OpenAPI document, and those of failures among them. */
export const HANGUP_CAUSE = {
  values: HANGUP_CAUSES,
  name: 'HangupCause',
  subsets: { FailureCause: FAILURE_CAUSES },
} as const;

const CODES_MAX = 100;

/** Comma-separated SIP response codes. */
function QueryCodes(options: FieldOptions): PropertyDecorator {
  const message = 'must be SIP response codes from 100 to 699';
  const items = { type: 'integer', minimum: 100, maximum: 699 } as const;
  return applyDecorators(
    CommaSeparated((part) => (/^\d{3}$/.test(part) ? Number(part) : part)),
    field(
      { ...options, optional: true },
      { type: 'array', items, maxItems: CODES_MAX },
      ArrayMaxSize(CODES_MAX, { message: `must have at most ${CODES_MAX} items` }),
      IsInt({ each: true, message }),
      Min(100, { each: true, message }),
      Max(699, { each: true, message }),
    ),
  );
}

const SEARCH_MAX = 255;

// The maximum of the column: 68 years.
const SECONDS_MAX = 2_147_483_647;

/** The filters of call records. */
export class CdrFiltersQuery {
  @QueryTime({
    description:
      'Only calls that started at or after this time. Records are stored for 400 days unless configured otherwise.',
  })
  from?: Date;

  @QueryTime({ description: 'Only calls that started before this time.' })
  to?: Date;

  @QueryTime({
    description:
      'Only records created at or after this time. Use it to poll, with `sort=created_at&order=asc`: a record is created ' +
      'when its call ends, so polling by start time misses long calls. Start with 0.',
  })
  createdFrom?: Date;

  @QueryTime({ description: 'Only records created before this time.' })
  createdTo?: Date;

  @QueryOneOf({ description: 'Direction of the call.', values: DIRECTIONS, name: 'CallDirection' })
  direction?: Direction;

  @QueryE164({ description: "The account's number on the call.", example: '+4930901820' })
  e164?: string;

  @Id({ description: "ID of the account's number.", prefix: 'num', optional: true })
  numberId?: string;

  @Id({ description: 'ID of the routing profile.', prefix: 'rp', optional: true })
  routingProfileId?: string;

  @Id({
    description: 'ID of the SIP trunk that answered or was tried last, or that the number routes to.',
    prefix: 'trk',
    optional: true,
  })
  sipTrunkId?: string;

  @Text({
    description: 'Exact reference that was given when the call was placed.',
    example: CALLER_MEMBERS.customer_reference.example,
    max: CUSTOMER_REFERENCE_MAX,
    optional: true,
  })
  customerReference?: string;

  @QueryParty({
    description: 'Exact caller, or a prefix followed by `*`. Matches only the visible part of redacted values.',
    example: '+4930*',
  })
  caller?: string;

  @QueryParty({ description: 'Exact callee, or a prefix followed by `*`. See `caller`.', example: '+49*' })
  callee?: string;

  @QueryParty({ description: 'Exact caller or callee, or a prefix followed by `*`. See `caller`.', example: '+4930*' })
  party?: string;

  @QueryDigits({
    description:
      'What the caller, the callee or the SIP Call-ID begins with. Digits without `+` are those of a number in E.164. Hidden ' +
      'digits are not matched.',
    example: '4930',
    max: SEARCH_MAX,
  })
  q?: string;

  @QueryCountries({ description: 'Only these countries of the remote party, comma-separated.', jsonName: 'country' })
  countries?: string[];

  @QueryList({
    description: 'Only these hangup causes, comma-separated.',
    example: 'user_busy,no_answer',
    ...HANGUP_CAUSE,
    jsonName: 'hangup_cause',
  })
  hangupCauses?: HangupCause[];

  @QueryCodes({
    description: 'Only these final SIP response codes, comma-separated.',
    example: [486, 603],
    jsonName: 'sip_response_code',
  })
  sipResponseCodes?: number[];

  @QueryFlag({ description: 'Filters by whether the call was answered.', jsonName: 'answered' })
  isAnswered?: boolean;

  @QueryInteger({ description: 'Minimum billable seconds.', example: 1, min: 0, max: SECONDS_MAX })
  minBillableSeconds?: number;

  @QueryInteger({ description: 'Maximum billable seconds.', example: 3600, min: 0, max: SECONDS_MAX })
  maxBillableSeconds?: number;

  @QueryInteger({ description: 'Minimum price of the call.', example: 1, min: 0 })
  minCostCents?: number;
}

export class ListCdrsQuery extends CdrFiltersQuery {
  @LongPageLimit()
  limit: number = LONG_PAGE_LIMIT;

  @PageCursor()
  cursor?: string;

  @QueryOneOf({ description: 'Sort key.', default: 'started_at', values: CDR_SORTS })
  sort?: CdrSort;

  @QueryOrder()
  order?: SortOrder;
}

export function filtersOf({ caller, callee, party, ...filters }: CdrFiltersQuery): CdrFilters {
  return { ...filters, caller: partyOf(caller), callee: partyOf(callee), party: partyOf(party) };
}

function partyOf(text: string | undefined): PartyFilter | undefined {
  if (text === undefined) return undefined;
  const isPrefix = text.endsWith('*');
  return { text: isPrefix ? text.slice(0, -1) : text, isPrefix };
}
