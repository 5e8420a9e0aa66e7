import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page, Principal } from '@trunkline/kernel';
import { LIVE_TOKENS_MAX, WEBRTC_STATUSES, WebrtcUserRepository, WebrtcUsers } from '@trunkline/voice-routing';
import { ListQuery, DeletedResourceDto, Endpoint, OperationId, pageOfQuery, PathId, Who, Tag } from '../http';
import {
  ChangeWebrtcUserDto,
  CreateWebrtcUserDto,
  DeleteWebrtcUserQuery,
  ListWebrtcUsersQuery,
  WebrtcTokenDto,
  WebrtcUserDto,
} from './webrtc-users.dto';

@Tag('WebRTC users')
@Controller('v1/webrtc-users')
export class WebrtcUsersController {
  constructor(
    private readonly users: WebrtcUsers,
    private readonly store: WebrtcUserRepository,
  ) {}

  @Get()
  @Endpoint({
    id: 'webrtcUsers.list',
    summary: 'List WebRTC users',
    description: 'Returns the people who make and receive calls in a browser.',
    access: 'routing:read',
    page: WebrtcUserDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListWebrtcUsersQuery): Promise<Page<WebrtcUserDto>> {
    const filters = { statuses: query.status ?? WEBRTC_STATUSES, q: query.q ?? null };
    return this.store.list(accountId, filters, pageOfQuery(query, query.sort ?? 'created_at'));
  }

  @Post()
  @Endpoint({
    id: 'webrtcUsers.create',
    summary: 'Create a WebRTC user',
    description:
      'Creates a user who makes and receives calls in a browser. Calls reach the user through a routing target of kind ' +
      '`webrtc_user` while a browser is registered with a token.',
    access: 'routing:write',
    answer: WebrtcUserDto,
    fails: ['name_in_use'],
    idempotency: 'operation',
  })
  create(
    @Who() { accountId }: Principal,
    @OperationId() operationId: string,
    @Body() options: CreateWebrtcUserDto,
  ): Promise<WebrtcUserDto> {
    return this.users.create(accountId, operationId, options);
  }

  @Get(':id')
  @Endpoint({
    id: 'webrtcUsers.get',
    summary: 'Read a WebRTC user',
    description: 'Returns the user without its tokens, which are returned only when they are issued.',
    access: 'routing:read',
    answer: WebrtcUserDto,
  })
  get(@Who() { accountId }: Principal, @PathId() id: string): Promise<WebrtcUserDto> {
    return this.store.get(accountId, id);
  }

  @Patch(':id')
  @Endpoint({
    id: 'webrtcUsers.update',
    summary: 'Update a WebRTC user',
    description:
      'A disabled user receives no calls, and its tokens are revoked: its browsers cannot register again. `default_caller_id` ' +
      'is cleared when the number is released with `force=true`.',
    access: 'routing:write',
    answer: WebrtcUserDto,
    ifMatch: 'get',
    fails: ['name_in_use'],
  })
  change(@Who() who: Principal, @PathId() id: string, @Body() body: ChangeWebrtcUserDto): Promise<WebrtcUserDto> {
    return this.users.update(who.accountId, id, body);
  }

  @Delete(':id')
  @Endpoint({
    id: 'webrtcUsers.delete',
    summary: 'Delete a WebRTC user',
    description:
      'Deletes a user with its tokens. Returns 409 with the count of targets in `fields` if enabled targets lead to the user; ' +
      '`force=true` disables them.',
    access: 'routing:write',
    answer: DeletedResourceDto,
    fails: ['resource_in_use'],
  })
  async delete(
    @Who() { accountId }: Principal,
    @PathId() id: string,
    @Query() query: DeleteWebrtcUserQuery,
  ): Promise<DeletedResourceDto> {
    await this.users.delete({ accountId, id, isForced: query.force ?? false });
    return { id, deleted: true };
  }

  @Post(':id/tokens')
  @Endpoint({
    id: 'webrtcUsers.tokens.create',
    summary: 'Issue credentials for a browser',
    description:
      'Returns SIP credentials for one hour, so that a page contains no secret that lives longer. Issue new ones before they ' +
      'expire; a registration made with them ends at its own expiry. ' +
      `A user has at most ${LIVE_TOKENS_MAX} valid tokens: further ones are 409 \`conflict\`.`,
    access: 'routing:write',
    answer: WebrtcTokenDto,
    fails: ['invalid_state', 'conflict'],
  })
  issueToken(@Who() { accountId }: Principal, @PathId() id: string): Promise<WebrtcTokenDto> {
    return this.users.issueToken(accountId, id);
  }
}
