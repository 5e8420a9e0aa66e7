import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { DiscardQuarantinedRow, CdrQuarantine, RetryQuarantinedRow } from '@trunkline/cdr';
import { Cursors, Endpoint, type PageAnswer, pageOfDto, PathId, Tag } from '../../http';
import {
  correctionsOf,
  DiscardQuarantinedBody,
  ListQuarantineQuery,
  QuarantinedRowDto,
  quarantineFilterOf,
  RetryQuarantinedBody,
  toQuarantinedRowDto,
} from './cdr-quarantine.dto';
import { Operator } from '../operator.param';

@Tag('Call records')
@Controller('operator/cdrs/quarantine')
export class CdrQuarantineController {
  constructor(
    private readonly quarantine: CdrQuarantine,
    private readonly retryRow: RetryQuarantinedRow,
    private readonly discardRow: DiscardQuarantinedRow,
    private readonly cursors: Cursors,
  ) {}

  @Get()
  @Endpoint({
    id: 'cdrs.quarantine.list',
    summary: 'List quarantined call records',
    description:
      'Rows that a switch reported and that could not be booked: they do not fit their decision, name none, or cannot be ' +
      'read. Nothing is charged for them until they are corrected. Newest first; kept as long as call records are.',
    access: 'operator',
    answer: pageOfDto(QuarantinedRowDto),
  })
  list(@Operator() operator: string, @Query() query: ListQuarantineQuery): Promise<PageAnswer<QuarantinedRowDto>> {
    return this.cursors.page(
      { query, accountId: operator, sort: 'received_at' },
      (page) => this.quarantine.list(quarantineFilterOf(query), page),
      toQuarantinedRowDto,
    );
  }

  @Post(':id/retry')
  @Endpoint({
    id: 'cdrs.quarantine.retry',
    summary: 'Correct and book a quarantined call record',
    description:
      'Replaces the members that are sent, and books the row through the same checks as any other: rated, charged and ' +
      'written once. A call that was recorded meanwhile is not charged again; the row is then closed with that record. ' +
      '422 names what still keeps it from being booked; 409 when the row is not open. Written into the audit trail as ' +
      '`cdr_quarantine.retry`.',
    access: 'operator',
    status: 200,
    answer: QuarantinedRowDto,
    fails: ['not_found', 'invalid_state'],
  })
  async retry(
    @Operator() operator: string,
    @PathId() id: string,
    @Body() body: RetryQuarantinedBody,
  ): Promise<QuarantinedRowDto> {
    return toQuarantinedRowDto(await this.retryRow.execute(id, operator, correctionsOf(body)));
  }

  @Post(':id/discard')
  @Endpoint({
    id: 'cdrs.quarantine.discard',
    summary: 'Discard a quarantined call record',
    description:
      'Closes the row without a record or a charge, and takes its call off the list of unreported calls. If the switch ' +
      'later sends a row of the same call that can be booked, it is booked. 409 when the row is not open. Written into the ' +
      'audit trail as `cdr_quarantine.discard`.',
    access: 'operator',
    status: 200,
    answer: QuarantinedRowDto,
    fails: ['not_found', 'invalid_state'],
  })
  async discard(
    @Operator() operator: string,
    @PathId() id: string,
    @Body() { reason }: DiscardQuarantinedBody,
  ): Promise<QuarantinedRowDto> {
    return toQuarantinedRowDto(await this.discardRow.execute(id, operator, reason));
  }
}
