import { Body, Controller, Get, Post } from '@nestjs/common';
import type { Page } from '@trunkline/kernel';
import { DiscardQuarantinedRow, CdrQuarantine, RetryQuarantinedRow } from '@trunkline/cdr';
import { ListQuery, Endpoint, pageOfQuery, PathId, Tag } from '../http';
import {
  correctionsOf,
  DiscardQuarantinedBody,
  ListQuarantineQuery,
  QuarantinedRowDto,
  quarantineFilterOf,
  RetryQuarantinedBody,
} from './cdr-quarantine.dto';
import { Operator } from './operator.param';

@Tag('Call records')
@Controller('operator/cdrs/quarantine')
export class CdrQuarantineController {
  constructor(
    private readonly quarantine: CdrQuarantine,
    private readonly retryRow: RetryQuarantinedRow,
    private readonly discardRow: DiscardQuarantinedRow,
  ) {}

  @Get()
  @Endpoint({
    id: 'cdrs.quarantine.list',
    summary: 'List quarantined call records',
    description:
      'Returns rows from switches that could not be booked: they contradict their decision, name none, or are unreadable. ' +
      'They are not charged until corrected. Newest first; kept as long as call records.',
    access: 'operator',
    page: QuarantinedRowDto,
  })
  list(@ListQuery() query: ListQuarantineQuery): Promise<Page<QuarantinedRowDto>> {
    return this.quarantine.list(quarantineFilterOf(query), pageOfQuery(query, 'received_at'));
  }

  @Post(':id/retry')
  @Endpoint({
    id: 'cdrs.quarantine.retry',
    summary: 'Correct and book a quarantined call record',
    description:
      'Replaces the members that are sent, then checks, rates, charges and books the row once, like any other. If the call ' +
      'was recorded in the meantime, it is not charged again and the row is closed with that record. 422 names the ' +
      'remaining faults. Returns 409 if the row is not open. Audited as `cdr_quarantine.retry`.',
    access: 'operator',
    status: 200,
    answer: QuarantinedRowDto,
    fails: ['invalid_state'],
  })
  retry(
    @Operator() operator: string,
    @PathId() id: string,
    @Body() body: RetryQuarantinedBody,
  ): Promise<QuarantinedRowDto> {
    return this.retryRow.retry(id, operator, correctionsOf(body));
  }

  @Post(':id/discard')
  @Endpoint({
    id: 'cdrs.quarantine.discard',
    summary: 'Discard a quarantined call record',
    description:
      'Closes the row without a record or charge, and removes its call from the unreported calls. A valid row that the ' +
      'switch sends later for the same call is booked. Returns 409 if the row is not open. Audited as ' +
      '`cdr_quarantine.discard`.',
    access: 'operator',
    status: 200,
    answer: QuarantinedRowDto,
    fails: ['invalid_state'],
  })
  discard(
    @Operator() operator: string,
    @PathId() id: string,
    @Body() { reason }: DiscardQuarantinedBody,
  ): Promise<QuarantinedRowDto> {
    return this.discardRow.discard(id, operator, reason);
  }
}
