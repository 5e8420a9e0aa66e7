import { Controller, Get, Query } from '@nestjs/common';
import { Dashboard } from '@trunkline/cdr';
import type { Principal } from '@trunkline/kernel';
import { Endpoint, Who, Tag } from '../http';
import { DashboardSummaryDto, SummaryQuery, toSummaryDto } from './dashboard.dto';

@Tag('Dashboard')
@Controller('v1/dashboard')
export class DashboardController {
  constructor(private readonly dashboard: Dashboard) {}

  @Get('summary')
  @Endpoint({
    id: 'dashboard.summary.get',
    isReport: true,
    summary: 'Read the dashboard summary',
    description: 'Cached for up to 5 minutes, and recomputed after each change of the balance.',
    access: 'account:read',
    answer: DashboardSummaryDto,
    fails: ['session_required'],
  })
  async summary(
    @Who() { accountId, credential }: Principal,
    @Query() query: SummaryQuery,
  ): Promise<DashboardSummaryDto> {
    const request = { accountId, isFresh: query.fresh ?? false, isSession: credential === 'session' };
    return toSummaryDto(await this.dashboard.summary(request));
  }
}
