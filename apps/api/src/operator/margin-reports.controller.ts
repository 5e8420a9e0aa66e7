import { Controller, Get } from '@nestjs/common';
import { MARGIN_GROUPS, type MarginGroup, MarginReports } from '@trunkline/cdr';
import { addDays, assertPeriod, Clock, type Page, type SortOrder } from '@trunkline/kernel';
import {
  Endpoint,
  Id,
  Integer,
  ListQuery,
  PageQuery,
  pageOfQuery,
  QueryOneOf,
  QueryOrder,
  QueryTime,
  Tag,
  Text,
} from '../http';

const DEFAULT_DAYS = 30;
const MICROCENTS = 'in micro-cents (1,000,000 are a cent)';

export class MarginQuery extends PageQuery {
  @QueryOneOf({
    description: 'How calls are grouped. A day is in UTC; a destination is the description of the price.',
    default: 'day',
    values: MARGIN_GROUPS,
  })
  groupBy?: MarginGroup;

  @QueryTime({
    description:
      'Only calls recorded at or after this time, at most 366 days before `to`; without it, those of the last 30 days.',
  })
  from?: Date;

  @QueryTime({ description: 'Only calls recorded before this time.' })
  to?: Date;

  @Id({ description: 'Filters by account.', prefix: 'acc', optional: true })
  accountId?: string;

  @Id({ description: 'Filters by carrier.', prefix: 'car', optional: true })
  carrierId?: string;

  @QueryOrder({ description: 'Sort order, by key.' })
  order?: SortOrder;
}

export class MarginDto {
  @Text({
    description:
      'UTC day, carrier ID, destination, account ID, or number of the account. Null for calls without one, such as calls ' +
      'whose carrier is not known.',
    example: '2026-11-28',
    nullable: true,
  })
  key: string | null;

  @Integer({ description: 'Answered calls.', example: 1_200, min: 0 })
  calls: number;

  @Integer({
    description: 'Answered calls whose cost is unknown, because no rate deck of a carrier was in force for them.',
    example: 40,
    min: 0,
  })
  callsWithoutCost: number;

  @Integer({ description: 'Sum of the charges, in cents.', example: 9_450, min: 0 })
  chargedCents: number;

  @Integer({ description: 'Part of `charged_cents` for calls without a known cost, in cents.', example: 120, min: 0 })
  chargedWithoutCostCents: number;

  @Integer({ description: `Sum of the known costs, ${MICROCENTS}.`, example: 6_300_500_000, min: 0 })
  costMicrocents: number;

  @Integer({ description: `Charges minus known costs, ${MICROCENTS}.`, example: 3_149_500_000 })
  marginMicrocents: number;
}

@Tag('Reports')
@Controller('operator/reports/margin')
export class MarginReportsController {
  constructor(
    private readonly reports: MarginReports,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Endpoint({
    id: 'reports.margin.list',
    summary: 'Report margins',
    description:
      'Returns what answered calls were charged and what they cost by the rate decks of carriers, as decided when each call ' +
      'was routed. Adjustments and refunds are not subtracted. Calls are included while their records are stored.',
    access: 'operator',
    page: MarginDto,
  })
  list(@ListQuery() query: MarginQuery): Promise<Page<MarginDto>> {
    const now = this.clock.now();
    const { groupBy: group = 'day', from = addDays(now, -DEFAULT_DAYS), to = now } = query;
    assertPeriod({ from, to });
    const { accountId = null, carrierId = null } = query;
    return this.reports.list({ group, from, to, accountId, carrierId }, pageOfQuery(query, 'key'));
  }
}
