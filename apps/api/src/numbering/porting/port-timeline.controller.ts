import { Body, Controller, Get, Post } from '@nestjs/common';
import { ActorNames, type Page, type Principal } from '@trunkline/kernel';
import { actorOf, PortQueries, PortRequests } from '@trunkline/numbering';
import { Endpoint, ListQuery, mapPage, pageOfQuery, PathId, Tag, Who } from '../../http';
import {
  AddPortCommentBody,
  ListPortTimelineQuery,
  PortCommentDto,
  PortEventDto,
  toPortCommentDto,
} from './port-timeline.dto';

/** What happened to a porting request, and what was said about it. */
@Tag('Porting')
@Controller('v1/porting/requests/:id')
export class PortTimelineController {
  constructor(
    private readonly requests: PortRequests,
    private readonly queries: PortQueries,
    private readonly names: ActorNames,
  ) {}

  @Get('events')
  @Endpoint({
    id: 'porting.events.list',
    summary: 'List the events of a porting request',
    description: 'Newest first by default.',
    access: 'numbers:read',
    page: PortEventDto,
  })
  async events(
    @Who() { accountId }: Principal,
    @PathId() id: string,
    @ListQuery() query: ListPortTimelineQuery,
  ): Promise<Page<PortEventDto>> {
    const page = await this.queries.events(accountId, id, pageOfQuery(query, 'at'));
    return this.names.named(accountId, page);
  }

  @Get('comments')
  @Endpoint({
    id: 'porting.comments.list',
    summary: 'List the comments on a porting request',
    description: 'Newest first by default.',
    access: 'numbers:read',
    page: PortCommentDto,
  })
  comments(
    @Who() { accountId }: Principal,
    @PathId() id: string,
    @ListQuery() query: ListPortTimelineQuery,
  ): Promise<Page<PortCommentDto>> {
    return mapPage(this.queries.comments(accountId, id, pageOfQuery(query, 'created_at')), toPortCommentDto);
  }

  @Post('comments')
  @Endpoint({
    id: 'porting.comments.create',
    summary: 'Comment on a porting request',
    description:
      'Sends a comment to the operator. The request must have been submitted. The operator replies with comments, which are also ' +
      'sent by email.',
    access: 'numbers:write',
    answer: PortCommentDto,
    fails: ['invalid_state'],
  })
  async comment(
    @Who() who: Principal,
    @PathId() id: string,
    @Body() { body }: AddPortCommentBody,
  ): Promise<PortCommentDto> {
    return toPortCommentDto(await this.requests.comment({ accountId: who.accountId, id, actor: actorOf(who) }, body));
  }
}
