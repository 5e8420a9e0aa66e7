import { Controller, Get } from '@nestjs/common';
import type { Page, Principal } from '@trunkline/kernel';
import { FraudAlerts } from '@trunkline/voice-routing';
import { Endpoint, given, ListQuery, pageOfQuery, Tag, Who } from '../../http';
import { FraudAlertDto, ListFraudAlertsQuery } from './fraud-alerts.dto';

@Tag('Calls')
@Controller('v1/fraud-alerts')
export class FraudAlertsController {
  constructor(private readonly alerts: FraudAlerts) {}

  @Get()
  @Endpoint({
    id: 'fraudAlerts.list',
    summary: 'List fraud alerts',
    description:
      'Returns the alerts about calls of the account that look like fraud, newest first. The operator acknowledges them. Each is also ' +
      'sent as the event `fraud.alert` and by email.',
    access: 'account:read',
    page: FraudAlertDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListFraudAlertsQuery): Promise<Page<FraudAlertDto>> {
    return this.alerts.list({ accountId, ...given({ status: query.status }) }, pageOfQuery(query, 'created_at'));
  }
}
