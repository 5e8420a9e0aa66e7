import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ALARM_DEFAULTS, AlarmQueries, ALARMS_MAX, CarrierAlarms } from '@trunkline/cdr';
import { Clock, type Page } from '@trunkline/kernel';
import { AlarmConditions, AlarmDto, ListAlarmsQuery } from '../cdr/alarms.dto';
import {
  DeletedResourceDto,
  Endpoint,
  given,
  Id,
  ListQuery,
  pageOfQuery,
  PartialType,
  PathId,
  PickType,
  Tag,
  WithDefaults,
} from '../http';
import { Operator } from './operator.param';

const { minCalls, enabled } = ALARM_DEFAULTS;

class CreateCarrierAlarmBody extends WithDefaults(AlarmConditions, { minCalls, enabled }) {
  @Id({ description: 'Carrier whose calls are measured.', prefix: 'car' })
  carrierId: string;
}

class ChangeCarrierAlarmBody extends PartialType(AlarmConditions) {}

class CarrierAlarmDto extends PickType(AlarmDto, [
  'id',
  'name',
  'metric',
  'windowSeconds',
  'comparison',
  'threshold',
  'minCalls',
  'enabled',
  'state',
  'since',
  'value',
  'calls',
  'createdAt',
  'updatedAt',
]) {
  @Id({ description: 'Carrier whose calls are measured.', prefix: 'car' })
  carrierId: string;
}

class ListCarrierAlarmsQuery extends ListAlarmsQuery {
  @Id({ description: 'Filters by carrier.', prefix: 'car', optional: true })
  carrierId?: string;
}

@Tag('Alarms')
@Controller('operator/alarms')
export class OperatorAlarmsController {
  constructor(
    private readonly alarms: CarrierAlarms,
    private readonly queries: AlarmQueries,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Endpoint({
    id: 'alarms.list',
    summary: 'List alarms about carriers',
    description: 'Returns the alarms about carriers with their states and values. Newest first by default.',
    access: 'operator',
    page: CarrierAlarmDto,
  })
  list(@ListQuery() query: ListCarrierAlarmsQuery): Promise<Page<CarrierAlarmDto>> {
    const filters = given({ state: query.state, carrierId: query.carrierId });
    return this.queries.list(null, filters, pageOfQuery(query, 'created_at'), this.clock.now());
  }

  @Post()
  @Endpoint({
    id: 'alarms.create',
    summary: 'Create an alarm about a carrier',
    description:
      'As an alarm of an account, but about the attempts of outbound calls by one carrier, of all accounts: each attempt counts as a ' +
      'call, and `cost_cents` is what the carrier charges for the answered ones. A raised alarm is in the metric ' +
      '`trunkline_alarms_raised`, in the log of the worker and in the report of the doctor. A carrier has at most ' +
      `${ALARMS_MAX} alarms. Audited as \`alarm.create\`.`,
    access: 'operator',
    answer: CarrierAlarmDto,
    fails: ['alarm_limit_reached'],
  })
  create(@Operator() operator: string, @Body() body: CreateCarrierAlarmBody): Promise<CarrierAlarmDto> {
    return this.alarms.create(operator, body);
  }

  @Get(':id')
  @Endpoint({
    id: 'alarms.get',
    summary: 'Read an alarm about a carrier',
    description: 'Returns the alarm with its state and value.',
    access: 'operator',
    answer: CarrierAlarmDto,
  })
  get(@PathId() id: string): Promise<CarrierAlarmDto> {
    return this.queries.get({ accountId: null, id }, this.clock.now());
  }

  @Patch(':id')
  @Endpoint({
    id: 'alarms.update',
    summary: 'Update an alarm about a carrier',
    description:
      'A raised alarm is cleared when it is disabled, or when its metric, window or comparison changes. With a new window, and when ' +
      'it is enabled, it begins to count anew. Audited as `alarm.change`, with the changes.',
    access: 'operator',
    answer: CarrierAlarmDto,
    ifMatch: 'get',
  })
  change(
    @PathId() id: string,
    @Operator() operator: string,
    @Body() body: ChangeCarrierAlarmBody,
  ): Promise<CarrierAlarmDto> {
    return this.alarms.update({ operator, id }, body);
  }

  @Delete(':id')
  @Endpoint({
    id: 'alarms.delete',
    summary: 'Delete an alarm about a carrier',
    description: 'Audited as `alarm.delete`, with the previous values.',
    access: 'operator',
    answer: DeletedResourceDto,
  })
  async remove(@Operator() operator: string, @PathId() id: string): Promise<DeletedResourceDto> {
    await this.alarms.remove({ operator, id });
    return { id, deleted: true };
  }
}
