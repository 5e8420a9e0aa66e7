import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { OperateOutbound, RevenueShareRanges } from '@trunkline/voice-routing';
import { DeletedResourceDto, Endpoint, Tag } from '../../http';
import { Operator } from '../operator.param';
import { NewRevenueShareRangeDto, RevenueShareRangeDto, RevenueShareRangesDto } from './outbound.dto';

@Tag('Calls')
@Controller('operator/revenue-share-ranges')
export class RevenueShareRangesController {
  constructor(
    private readonly ranges: RevenueShareRanges,
    private readonly outbound: OperateOutbound,
  ) {}

  @Get()
  @Endpoint({
    id: 'revenueShareRanges.list',
    summary: 'List revenue-share ranges',
    description:
      'Returns the whole table. No account calls a number of a range, unless `outbound_exceptions.ranges` of the account ' +
      'begins it. The seeded table is an example: premium-rate ranges and networks without a country.',
    access: 'operator',
    answer: RevenueShareRangesDto,
  })
  async list(): Promise<RevenueShareRangesDto> {
    return { items: await this.ranges.list() };
  }

  @Post()
  @Endpoint({
    id: 'revenueShareRanges.create',
    summary: 'Add a revenue-share range',
    description: 'In force in every process five seconds later. Audited as `revenue_share_range.add`.',
    access: 'operator',
    answer: RevenueShareRangeDto,
    fails: ['conflict'],
  })
  add(@Operator() operator: string, @Body() body: NewRevenueShareRangeDto): Promise<RevenueShareRangeDto> {
    return this.outbound.addRange(operator, body);
  }

  @Delete(':prefix')
  @Endpoint({
    id: 'revenueShareRanges.delete',
    summary: 'Remove a revenue-share range',
    description: 'Audited as `revenue_share_range.remove`.',
    access: 'operator',
    answer: DeletedResourceDto,
  })
  async remove(@Operator() operator: string, @Param('prefix') prefix: string): Promise<DeletedResourceDto> {
    await this.outbound.removeRange(operator, prefix);
    return { id: prefix, deleted: true };
  }
}
