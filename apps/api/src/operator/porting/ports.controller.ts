import { Body, Controller, Get, Post } from '@nestjs/common';
import type { Page } from '@trunkline/kernel';
import { OperatePorts, PortQueries } from '@trunkline/numbering';
import { Endpoint, ListQuery, mapPage, pageOfQuery, PathId, Tag } from '../../http';
import {
  AddPortCommentBody,
  ListPortTimelineQuery,
  PortCommentDto,
  PortEventDto,
} from '../../numbering/porting/port-timeline.dto';
import { Operator } from '../operator.param';
import {
  DecidePortNumbersBody,
  ListOperatedPortsQuery,
  OperatedPortDto,
  QueuedPortDto,
  toOperatedCommentDto,
  toOperatedEventDto,
  toOperatedPortDto,
  toQueuedPortDto,
  TransitionPortBody,
} from './ports.dto';

@Tag('Porting')
@Controller('operator/porting/requests')
export class OperatorPortsController {
  constructor(
    private readonly operate: OperatePorts,
    private readonly queries: PortQueries,
  ) {}

  @Get()
  @Endpoint({
    id: 'porting.requests.list',
    summary: 'List porting requests',
    description:
      'Returns the submitted requests of all accounts, the longest waiting first by default, without the personal data that the ' +
      'losing carrier asks for.',
    access: 'operator',
    page: QueuedPortDto,
  })
  list(@ListQuery() query: ListOperatedPortsQuery): Promise<Page<QueuedPortDto>> {
    const { status, e164, accountId, country, failed } = query;
    const page = pageOfQuery(query, 'submitted_at', query.order ?? 'asc');
    return mapPage(this.queries.queue({ status, e164, accountId, country, failed }, page), toQueuedPortDto);
  }

  @Get(':id')
  @Endpoint({
    id: 'porting.requests.get',
    summary: 'Read a porting request',
    description:
      'Returns the request with what the losing carrier asks for. Drafts are 404. Audited as `port.read`. Documents are read by ' +
      '`GET /operator/compliance/documents/{id}/content`.',
    access: 'operator',
    answer: OperatedPortDto,
  })
  async get(@Operator() operator: string, @PathId() id: string): Promise<OperatedPortDto> {
    const port = await this.queries.getForOperator(id);
    await this.operate.recordRead(operator, port);
    return toOperatedPortDto(port);
  }

  @Post(':id/transition')
  @Endpoint({
    id: 'porting.requests.transition',
    summary: 'Move a porting request',
    description:
      'Moves a request to another status, tells its owners by event and email, and settles the fee. `ported` is allowed before ' +
      '`foc_at`: a worker assigns the numbers to the account, each in a transaction of its own. Returns 409 for a move that the ' +
      'status does not allow, as after another operator. Audited as `port.transition`.',
    access: 'operator',
    status: 200,
    answer: QueuedPortDto,
    fails: ['invalid_state'],
  })
  async transition(
    @Operator() operator: string,
    @PathId() id: string,
    @Body() body: TransitionPortBody,
  ): Promise<QueuedPortDto> {
    await this.operate.transition(operator, id, body);
    return toQueuedPortDto(await this.queries.getForOperator(id));
  }

  @Post(':id/numbers')
  @Endpoint({
    id: 'porting.numbers.decide',
    summary: 'Decide on numbers of a porting request',
    description:
      'Rejects numbers of a partial port, while the others go on; a mail tells the owners. Numbers that were ported, but could ' +
      'not be assigned, are assigned again or given up. Audited as `port.decide_numbers`.',
    access: 'operator',
    status: 200,
    answer: QueuedPortDto,
    fails: ['invalid_state'],
  })
  async decide(
    @Operator() operator: string,
    @PathId() id: string,
    @Body() { numbers }: DecidePortNumbersBody,
  ): Promise<QueuedPortDto> {
    const decisions = numbers.map(({ e164, status, reasonCode = null }) => ({ e164, status, reasonCode }));
    await this.operate.decideNumbers(operator, id, decisions);
    return toQueuedPortDto(await this.queries.getForOperator(id));
  }

  @Get(':id/events')
  @Endpoint({
    id: 'porting.events.list',
    summary: 'List the events of a porting request',
    description: 'Newest first by default.',
    access: 'operator',
    page: PortEventDto,
  })
  events(@PathId() id: string, @ListQuery() query: ListPortTimelineQuery): Promise<Page<PortEventDto>> {
    return mapPage(this.queries.events(null, id, pageOfQuery(query, 'at')), toOperatedEventDto);
  }

  @Get(':id/comments')
  @Endpoint({
    id: 'porting.comments.list',
    summary: 'List the comments on a porting request',
    description: 'Newest first by default.',
    access: 'operator',
    page: PortCommentDto,
  })
  comments(@PathId() id: string, @ListQuery() query: ListPortTimelineQuery): Promise<Page<PortCommentDto>> {
    return mapPage(this.queries.comments(null, id, pageOfQuery(query, 'created_at')), toOperatedCommentDto);
  }

  @Post(':id/comments')
  @Endpoint({
    id: 'porting.comments.create',
    summary: 'Comment on a porting request',
    description: 'Sends the comment to the owners by email. Audited as `port.comment`.',
    access: 'operator',
    answer: PortCommentDto,
  })
  async comment(
    @Operator() operator: string,
    @PathId() id: string,
    @Body() { body }: AddPortCommentBody,
  ): Promise<PortCommentDto> {
    return toOperatedCommentDto(await this.operate.comment(operator, id, body));
  }
}
