import { Controller, Get } from '@nestjs/common';
import { CdrQueries } from '@trunkline/cdr';
import { type Page, type SortOrder } from '@trunkline/kernel';
import { CdrDto } from '../cdr/reads/cdrs.dto';
import { ListQuery, Endpoint, Id, PageQuery, pageOfQuery, QueryOrder, Text, UnixTime, Tag } from '../http';

export class ListEstimatedCdrsQuery extends PageQuery {
  @Id({ description: 'Filters by account.', prefix: 'acc', optional: true })
  accountId?: string;

  @QueryOrder({ description: 'Sort order, by creation time.' })
  order?: SortOrder;
}

export class EstimatedCdrDto extends CdrDto {
  @Id({ description: 'Account that was charged.', prefix: 'acc' })
  accountId: string;

  @Text({ description: 'Switch that reported the call.', example: 'sw1' })
  switchId: string;

  @Text({ description: 'SIP Call-ID.', example: 'a84b4c76e66710@203.0.113.7' })
  sipCallId: string;

  @Id({ description: 'Decision of the call.', prefix: 'rd' })
  decisionId: string;

  @UnixTime({ description: 'Creation time of the record.' })
  createdAt: Date;
}

@Tag('Call records')
@Controller('operator/cdrs/estimated')
export class EstimatedCdrsController {
  constructor(private readonly cdrs: CdrQueries) {}

  @Get()
  @Endpoint({
    id: 'cdrs.estimated.list',
    summary: 'List call records with an estimated leg',
    description:
      'Returns calls whose switch did not report the route that answered. They were charged at the most expensive possible ' +
      'route; correct an excessive charge with an adjustment. Newest first.',
    access: 'operator',
    page: EstimatedCdrDto,
  })
  list(@ListQuery() query: ListEstimatedCdrsQuery): Promise<Page<EstimatedCdrDto>> {
    return this.cdrs.listEstimated({ accountId: query.accountId ?? null }, pageOfQuery(query, 'created_at'));
  }
}
