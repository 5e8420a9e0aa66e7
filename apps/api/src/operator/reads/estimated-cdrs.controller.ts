import { Controller, Get } from '@nestjs/common';
import { CdrQueries, type EstimatedCdrView } from '@trunkline/cdr';
import { type Page, unixSeconds } from '@trunkline/kernel';
import { CdrDto, toCdrDto } from '../../cdr/reads/cdrs.dto';
import { ListQuery, mapPage, Endpoint, Id, PageQuery, pageOfQuery, QueryOrder, Text, UnixTime, Tag } from '../../http';

export class ListEstimatedCdrsQuery extends PageQuery {
  @Id({ description: 'Filters by account.', prefix: 'acc', optional: true })
  account_id?: string;

  @QueryOrder({ description: 'Sort order, by creation time.' })
  order?: 'asc' | 'desc';
}

export class EstimatedCdrDto extends CdrDto {
  @Id({ description: 'Account that was charged.', prefix: 'acc' })
  account_id: string;

  @Text({ description: 'Switch that reported the call.', example: 'sw1' })
  switch_id: string;

  @Text({ description: 'SIP Call-ID.', example: 'a84b4c76e66710@203.0.113.7' })
  sip_call_id: string;

  @Id({ description: 'Decision of the call.', prefix: 'rd' })
  decision_id: string;

  @UnixTime({ description: 'Creation time of the record.' })
  created_at: number;
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
    return mapPage(
      this.cdrs.listEstimated({ accountId: query.account_id ?? null }, pageOfQuery(query, 'created_at')),
      toEstimatedCdrDto,
    );
  }
}

function toEstimatedCdrDto(cdr: EstimatedCdrView): EstimatedCdrDto {
  return Object.assign(toCdrDto(cdr), {
    account_id: cdr.accountId,
    switch_id: cdr.switchId,
    sip_call_id: cdr.sipCallId,
    decision_id: cdr.decisionId,
    created_at: unixSeconds(cdr.createdAt),
  });
}
