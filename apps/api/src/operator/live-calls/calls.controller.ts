import { Body, Controller, Get, Post } from '@nestjs/common';
import type { Page } from '@trunkline/kernel';
import { OperatorCalls, RevealCaller } from '@trunkline/voice-routing';
import { filtersIn, ListQuery, Endpoint, pageOfQuery, PathId, Tag } from '../../http';
import { EndCallBody, EndedCallDto, ListLiveCallsQuery, LiveCallDto } from './calls.dto';
import { CallerDto, RevealCallerBody } from './callers.dto';
import { Operator } from '../operator.param';

@Tag('Calls')
@Controller('operator/calls')
export class OperatorCallsController {
  constructor(
    private readonly calls: OperatorCalls,
    private readonly reveal: RevealCaller,
  ) {}

  @Get()
  @Endpoint({
    id: 'calls.list',
    summary: 'List live calls of all accounts',
    description:
      'Returns calls that have not ended, newest first. Calls of a switch without a heartbeat for 90 seconds occupy no slot until it reports again; `switch_silent` marks them.',
    access: 'operator',
    page: LiveCallDto,
  })
  list(@ListQuery() query: ListLiveCallsQuery): Promise<Page<LiveCallDto>> {
    return this.calls.list(filtersIn(query), pageOfQuery(query, query.sort ?? 'started_at'));
  }

  @Post(':id/end')
  @Endpoint({
    id: 'calls.end',
    summary: 'End a live call',
    description:
      'Frees the slot of the call and releases its hold. The switch is asked to hang up, which it does if it takes commands. A later CDR is still charged, even beyond the balance. The reason is stored with the call, listed with unreported calls, and audited as `call.end`. Returns 409 if the call has ended and has no hold.',
    access: 'operator',
    status: 200,
    answer: EndedCallDto,
    fails: ['invalid_state'],
  })
  async end(@Operator() operator: string, @PathId() id: string, @Body() body: EndCallBody): Promise<EndedCallDto> {
    const reason = body.reason ?? null;
    await this.calls.end(id, operator, reason);
    return { id, status: 'completed', reason };
  }

  @Post(':id/reveal-caller')
  @Endpoint({
    id: 'calls.revealCaller',
    summary: 'Reveal the caller of a call',
    description:
      'Returns the identity of a caller that withheld its number, as a carrier or a trunk asserted it, and where the call came from: for emergencies and orders of authorities. `id` names the call, or the decision of a call that was rejected. Each access is audited as `call.reveal_caller`, with the reason and without the identity.',
    access: 'operator',
    status: 200,
    answer: CallerDto,
  })
  revealCaller(
    @Operator() operator: string,
    @PathId() id: string,
    @Body() { reason }: RevealCallerBody,
  ): Promise<CallerDto> {
    return this.reveal.reveal({ id, operator, reason });
  }
}
