import { Controller, Get, Post } from '@nestjs/common';
import type { Page } from '@trunkline/kernel';
import { FraudAlerts, OperateAlerts } from '@trunkline/voice-routing';
import { Endpoint, given, Id, ListQuery, pageOfQuery, PathId, Tag, Text } from '../../http';
import { FraudAlertDto, ListFraudAlertsQuery } from '../../voice-routing/outbound/fraud-alerts.dto';
import { Operator } from '../operator.param';

class OperatorFraudAlertDto extends FraudAlertDto {
  @Id({ description: 'Account whose calls raised the alert.', prefix: 'acc' })
  accountId: string;

  @Text({
    description: "Fingerprint of the operator's token; null while the alert is open.",
    example: null,
    nullable: true,
  })
  acknowledgedBy: string | null;
}

class ListOperatorFraudAlertsQuery extends ListFraudAlertsQuery {
  @Id({ description: 'Filters by account.', prefix: 'acc', optional: true })
  accountId?: string;
}

@Tag('Calls')
@Controller('operator/alerts')
export class OperatorFraudAlertsController {
  constructor(
    private readonly alerts: FraudAlerts,
    private readonly operate: OperateAlerts,
  ) {}

  @Get()
  @Endpoint({
    id: 'alerts.list',
    summary: 'List fraud alerts',
    description:
      'Returns the alerts about calls that look like fraud, of all accounts, newest first. Acknowledged ones are kept for a year.',
    access: 'operator',
    page: OperatorFraudAlertDto,
  })
  list(@ListQuery() query: ListOperatorFraudAlertsQuery): Promise<Page<OperatorFraudAlertDto>> {
    const filters = given({ accountId: query.accountId, status: query.status });
    return this.alerts.list(filters, pageOfQuery(query, 'created_at'));
  }

  @Post(':id/acknowledge')
  @Endpoint({
    id: 'alerts.acknowledge',
    summary: 'Acknowledge a fraud alert',
    description:
      'If the alert blocks outbound calls of the account and no other open one does, calls work again five seconds later. Has no ' +
      'effect on an acknowledged alert. Audited as `alert.acknowledge`.',
    access: 'operator',
    status: 200,
    answer: OperatorFraudAlertDto,
  })
  acknowledge(@Operator() operator: string, @PathId() id: string): Promise<OperatorFraudAlertDto> {
    return this.operate.acknowledge(id, operator);
  }
}
