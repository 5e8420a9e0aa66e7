import { Controller, Get } from '@nestjs/common';
import type { Page, Principal } from '@trunkline/kernel';
import { FraudAlerts } from '@trunkline/voice-routing';
import { Endpoint, given, ListQuery, pageOfQuery, Tag, Who } from '../../http';
import { FraudAlertDto, ListFraudAlertsQuery } from './fraud-alerts.dto';

@Tag('Billing')
@Controller('v1/billing/alerts')
export class FraudAlertsController {
  constructor(private readonly alerts: FraudAlerts) {}

  @Get()
  @Endpoint({
    id: 'billing.alerts.list',
    summary: 'List fraud alerts',
    description:
      'Returns the alerts about calls of the account that look like fraud, newest first. The operator acknowledges them. Each is also ' +
      'sent as the event `fraud.alert` and by email.',
    access: 'billing:read',
    page: FraudAlertDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListFraudAlertsQuery): Promise<Page<FraudAlertDto>> {
    return this.alerts.list({ accountId, ...given({ status: query.status }) }, pageOfQuery(query, 'created_at'));
  }
}
