import { Body, Controller, Delete, Get, Patch, Post, Query, Res } from '@nestjs/common';
import { Sessions } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import type { Response } from 'express';
import {
  Cursors,
  Endpoint,
  type EndpointOptions,
  IfMatch,
  type PageAnswer,
  pageOfDto,
  PathId,
  type Precondition,
  SessionCookies,
  Who,
  Tag,
} from '../../http';
import {
  ChangeSessionBody,
  ListSessionsQuery,
  RevokeAllSessionsBody,
  RevokedSessionDto,
  RevokedSessionsDto,
  SessionDto,
  toSessionDto,
} from './sessions.dto';

/** Sessions are the user's and not the account's: any role may end its own, in whatever state the account is. */
const ofTheUser = {
  access: [],
  credentials: ['session'],
  status: 200,
  idempotency: 'none',
  allowed: { suspended: true, pendingClosure: true },
} as const satisfies Partial<EndpointOptions>;

@Tag('Sessions')
@Controller('v1/auth/sessions')
export class SessionsController {
  constructor(
    private readonly sessions: Sessions,
    private readonly cursors: Cursors,
    private readonly cookies: SessionCookies,
  ) {}

  @Get()
  @Endpoint({
    id: 'auth.sessions.list',
    ...ofTheUser,
    summary: 'List your sessions',
    description:
      'Those that still work, in whatever account they are: the session of this request first, then the one that was used last. Sessions that still owe a second factor are among them.',
    answer: pageOfDto(SessionDto),
  })
  list(@Who() who: Principal, @Query() query: ListSessionsQuery): Promise<PageAnswer<SessionDto>> {
    return this.cursors.page(
      // The order depends on who asks, so a cursor is of no use to another session of the same user.
      { query, accountId: `${who.userId}/${who.credentialId}`, sort: 'last_used_at' },
      (page) => this.sessions.list(who, page),
      toSessionDto,
    );
  }

  @Post('revoke-all')
  @Endpoint({
    id: 'auth.sessions.revokeAll',
    setsCookies: true,
    ...ofTheUser,
    summary: 'Sign out everywhere',
    description:
      'Ends every session of yours at once, but for the one that asks unless `keep_current` is false: then that ends too, and the cookie is cleared. No device of yours is known any more: a lockout after wrong passwords holds for all of them. API keys go on working.',
    answer: RevokedSessionsDto,
  })
  async revokeAll(
    @Who() who: Principal,
    @Body() { keep_current: keepCurrent }: RevokeAllSessionsBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RevokedSessionsDto> {
    const revokedCount = await this.sessions.revokeAll(who, keepCurrent);
    this.cookies.clearIf(!keepCurrent, response);
    return { revoked_count: revokedCount };
  }

  @Patch(':id')
  @Endpoint({
    id: 'auth.sessions.update',
    ...ofTheUser,
    summary: 'Name the device of a session, or trust it no more',
    description: 'With `is_trusted` false the session ends 24 hours from now, or when it would have if that is sooner.',
    answer: SessionDto,
    fails: ['not_found'],
  })
  async change(
    @Who() who: Principal,
    @PathId() id: string,
    @Body() body: ChangeSessionBody,
    @IfMatch() precondition: Precondition,
  ): Promise<SessionDto> {
    await precondition.holds(async () => toSessionDto(await this.sessions.get(who, id)));
    const change = { deviceName: body.device_name, isTrusted: body.is_trusted };
    return toSessionDto(await this.sessions.change(who, id, change));
  }

  @Delete(':id')
  @Endpoint({
    id: 'auth.sessions.revoke',
    setsCookies: true,
    ...ofTheUser,
    summary: 'End a session',
    description: 'Takes effect with the next request. Ending the session of this request clears the cookie.',
    answer: RevokedSessionDto,
    fails: ['not_found'],
  })
  async revoke(
    @Who() who: Principal,
    @PathId() id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RevokedSessionDto> {
    await this.sessions.revoke(who, id);
    this.cookies.clearIf(id === who.credentialId, response);
    return { id, revoked: true };
  }
}
