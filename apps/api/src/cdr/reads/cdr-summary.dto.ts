import { SUMMARY_GROUPS, type SummaryGroup } from '@trunkline/cdr';
import type { SortOrder } from '@trunkline/kernel';
import { applyDecorators } from '@nestjs/common';
import {
  Cents,
  Decimal,
  Integer,
  Nested,
  NextCursor,
  PageCursor,
  QueryInteger,
  QueryList,
  QueryOrder,
  TimeZoneName,
} from '../../http';
import { field } from '../../http/fields/fields';
import { rule } from '../../http/fields/raw-texts';
import { CdrFiltersQuery } from './cdr-filters';

const GROUPS_MAX = 2;
const LIMIT = 100;
const LIMIT_MAX = 1_000;

function GroupBy(): PropertyDecorator {
  const accepts = (value: unknown) => !Array.isArray(value) || new Set(value).size === value.length;
  return applyDecorators(
    QueryList({
      description: 'One or two different groups, comma-separated.',
      example: 'day,country',
      default: ['day'],
      values: SUMMARY_GROUPS,
      name: 'CdrSummaryGroup',
      max: GROUPS_MAX,
    }),
    rule({ name: 'distinct', accepts, message: 'must be different groups' }),
  );
}

export class CdrSummaryQuery extends CdrFiltersQuery {
  @GroupBy()
  groupBy?: SummaryGroup[];

  @TimeZoneName({ description: 'IANA time zone by whose clock hours, days and months begin.' })
  timezone?: string;

  @QueryOrder({ description: 'Sort order by `key`.', default: 'asc' })
  order?: SortOrder;

  @QueryInteger({ description: 'Groups per page.', example: LIMIT, default: LIMIT, min: 1, max: LIMIT_MAX })
  limit: number = LIMIT;

  @PageCursor()
  cursor?: string;
}

export class CdrTotalsDto {
  @Integer({ description: 'Number of calls, including unanswered ones.', example: 12 })
  calls: number;

  @Integer({ description: 'Number of answered calls.', example: 9 })
  answered: number;

  @Integer({ description: 'Total seconds from answer to teardown.', example: 1830 })
  billableSeconds: number;

  @Decimal({
    description: 'Answer-seizure ratio: answered calls in percent of all, with one decimal. Null without calls.',
    example: 75,
    nullable: true,
    min: 0,
    max: 100,
  })
  asrPct: number | null;

  @Decimal({
    description: 'Average seconds of an answered call, with one decimal. Null without answered calls.',
    example: 203.3,
    nullable: true,
    min: 0,
  })
  acdSeconds: number | null;

  @Cents({ description: 'Price of the calls.', example: 31 })
  costCents: number;
}

type Key = string | null;

const KEY = { type: ['string', 'null'] };

export class CdrGroupDto extends CdrTotalsDto {
  @field(
    {
      description:
        'An hour by the clock of the zone (`2026-11-28T14:00+01:00`), a day (`2026-11-28`) or a month (`2026-11`); a country; ' +
        'a number in E.164; the ID of a trunk or routing profile; a hangup cause; a direction. Null for calls without a value. ' +
        'With two groups, an array with the key of each.',
      example: '2026-11-28',
    },
    { anyOf: [KEY, { type: 'array', items: KEY, minItems: GROUPS_MAX, maxItems: GROUPS_MAX }] },
  )
  key: Key | readonly Key[];
}

export class CdrSummaryDto {
  @Nested(() => CdrGroupDto, { description: 'Groups with calls, ordered by `key`.', many: true, max: LIMIT_MAX })
  items: readonly CdrGroupDto[];

  @Nested(() => CdrTotalsDto, { description: 'Sums of all groups, on whatever page.' })
  totals: CdrTotalsDto;

  @NextCursor()
  nextCursor: string | null;
}
