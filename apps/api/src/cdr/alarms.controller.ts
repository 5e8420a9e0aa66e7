import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { AlarmQueries, Alarms, ALARMS_MAX } from '@trunkline/cdr';
import { Clock, type Page, type Principal } from '@trunkline/kernel';
import { DeletedResourceDto, Endpoint, given, ListQuery, pageOfQuery, PathId, Tag, Who } from '../http';
import { AlarmDto, ChangeAlarmDto, CreateAlarmDto, ListAlarmsQuery } from './alarms.dto';

@Tag('Alarms')
@Controller('v1/alarms')
export class AlarmsController {
  constructor(
    private readonly alarms: Alarms,
    private readonly queries: AlarmQueries,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Endpoint({
    id: 'alarms.list',
    summary: 'List alarms',
    description: 'Returns the alarms of the account with their states and values. Newest first by default.',
    access: 'cdrs:read',
    page: AlarmDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListAlarmsQuery): Promise<Page<AlarmDto>> {
    const filters = given({ state: query.state });
    return this.queries.list(accountId, filters, pageOfQuery(query, 'created_at'), this.clock.now());
  }

  @Post()
  @Endpoint({
    id: 'alarms.create',
    summary: 'Create an alarm',
    description:
      'Compares a metric of the calls that were recorded within a window with a threshold, each minute. An alarm is raised once its ' +
      'condition holds, and cleared once the condition has not held for five minutes, with the events `alarm.raised` and ' +
      '`alarm.cleared` and a mail to owners and admins, for `cost_cents` also to billing members. It counts the calls that are ' +
      `recorded from its creation on. An account has at most ${ALARMS_MAX} alarms.`,
    access: 'webhooks:write',
    answer: AlarmDto,
    fails: ['alarm_limit_reached'],
  })
  create(@Who() { accountId }: Principal, @Body() options: CreateAlarmDto): Promise<AlarmDto> {
    return this.alarms.create(accountId, options);
  }

  @Get(':id')
  @Endpoint({
    id: 'alarms.get',
    summary: 'Read an alarm',
    description: 'Returns the alarm with its state and value.',
    access: 'cdrs:read',
    answer: AlarmDto,
  })
  get(@Who() { accountId }: Principal, @PathId() id: string): Promise<AlarmDto> {
    return this.queries.get({ accountId, id }, this.clock.now());
  }

  @Patch(':id')
  @Endpoint({
    id: 'alarms.update',
    summary: 'Update an alarm',
    description:
      'A new `scope` replaces the whole scope. A raised alarm is cleared, with the event `alarm.cleared` and without a mail, when it is ' +
      'disabled, or when its metric, window, comparison or scope changes. With a new window or scope, and when it is enabled, it ' +
      'begins to count calls anew.',
    access: 'webhooks:write',
    answer: AlarmDto,
    ifMatch: 'get',
  })
  change(@Who() { accountId }: Principal, @PathId() id: string, @Body() body: ChangeAlarmDto): Promise<AlarmDto> {
    return this.alarms.update({ accountId, id }, body);
  }

  @Delete(':id')
  @Endpoint({
    id: 'alarms.delete',
    summary: 'Delete an alarm',
    description: 'A raised alarm is cleared first, with the event `alarm.cleared`.',
    access: 'webhooks:write',
    answer: DeletedResourceDto,
  })
  async delete(@Who() { accountId }: Principal, @PathId() id: string): Promise<DeletedResourceDto> {
    await this.alarms.delete({ accountId, id });
    return { id, deleted: true };
  }
}
