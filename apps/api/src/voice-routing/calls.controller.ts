import { Body, Controller, Get, Post } from '@nestjs/common';
import type { Page, Principal } from '@trunkline/kernel';
import { Settings } from '@trunkline/platform';
import { Calls, DialCall } from '@trunkline/voice-routing';
import { filtersIn, ListQuery, mapPage, Endpoint, OperationId, pageOfQuery, PathId, Tag, Who } from '../http';
import { CallDto, EchoNumberDto, CreateCallDto, dialOf, ListCallsQuery, toCallDto } from './calls.dto';

@Tag('Calls')
@Controller('v1/calls')
export class CallsController {
  constructor(
    private readonly calls: Calls,
    private readonly dialCall: DialCall,
    private readonly settings: Settings,
  ) {}

  @Get()
  @Endpoint({
    id: 'calls.list',
    summary: 'List calls in progress',
    description:
      'Returns the calls that have not ended, newest first, as their switch reported them within the last two seconds. ' +
      'Calls that have ended are [call records](#operation/cdrs.list).',
    access: 'cdrs:read',
    page: CallDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListCallsQuery): Promise<Page<CallDto>> {
    return mapPage(this.calls.list(accountId, filtersIn(query), pageOfQuery(query, 'started_at')), toCallDto);
  }

  @Post()
  @Endpoint({
    id: 'calls.create',
    summary: 'Place a call',
    description:
      'Click to dial: rings the SIP trunk, calls `to` once the trunk has answered, and connects the two. A trunk that is ' +
      'busy, refuses or does not answer ends the call, and `to` is not called. The call to `to` is decided, priced and ' +
      'limited as an outbound call of the trunk, and has one call record with the attempts of both legs; the leg to the ' +
      'trunk is free. The price of the whole granted time is held: set `max_duration_s` to hold less. 409 ' +
      '`switch_not_connected`: no switch can place calls at the moment. 409 `trunk_not_active`: the trunk is disabled, or ' +
      'no gateway and no registered system can be reached. To retry safely, repeat the request with the same ' +
      '`Idempotency-Key`. The rules for [outbound calls](#operation/account.outbound.get) apply: `fields.rule` of 403 and ' +
      '429 names the rule that rejects the call, with a `reason` of [rejected calls](#operation/rejectedCalls.list).',
    access: 'numbers:write',
    answer: CallDto,
    fails: [
      'insufficient_balance',
      'destination_not_allowed',
      'spend_cap_reached',
      'concurrency_limit_reached',
      'trunk_not_active',
      'switch_not_connected',
      'rate_limited',
    ],
    idempotency: 'operation',
  })
  async create(
    @Who() { accountId }: Principal,
    @OperationId() operationId: string,
    @Body() body: CreateCallDto,
  ): Promise<CallDto> {
    const callId = await this.dialCall.dial({ accountId, operationId, ...dialOf(body) });
    return toCallDto(await this.calls.get(accountId, callId));
  }

  @Get('echo')
  @Endpoint({
    id: 'calls.echo.get',
    summary: 'Read the echo number',
    description:
      'Returns a number that answers and sends back what it hears, for test calls. The sandbox has one; elsewhere the ' +
      'operator may set one up.',
    access: 'cdrs:read',
    answer: EchoNumberDto,
  })
  echo(): EchoNumberDto {
    return { e164: this.settings.echoNumberOf(this.settings.isSandbox) };
  }

  @Get(':id')
  @Endpoint({
    id: 'calls.get',
    summary: 'Read a call',
    description:
      'Returns a live call, or a call that ended within the last 24 hours, with `cdr_id` once its call record is written.',
    access: 'cdrs:read',
    answer: CallDto,
  })
  async get(@Who() { accountId }: Principal, @PathId() id: string): Promise<CallDto> {
    return toCallDto(await this.calls.get(accountId, id));
  }

  @Post(':id/hangup')
  @Endpoint({
    id: 'calls.hangup',
    summary: 'Hang up a call',
    description:
      'Asks the switch to end the call, ringing or answered, which takes about a second. 409 `switch_not_connected`: the ' +
      'switch of the call takes no commands at the moment.',
    access: 'numbers:write',
    status: 202,
    answer: CallDto,
    fails: ['call_already_ended', 'switch_not_connected'],
  })
  async hangUp(@Who() { accountId }: Principal, @PathId() id: string): Promise<CallDto> {
    return toCallDto(await this.calls.hangUp(accountId, id));
  }
}
