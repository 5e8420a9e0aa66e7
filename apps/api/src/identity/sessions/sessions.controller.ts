import { Body, Controller, Delete, Get, Patch, Post, Res } from '@nestjs/common';
import { Sessions } from '@trunkline/identity';
import type { Page, Principal } from '@trunkline/kernel';
import type { Response } from 'express';
import {
  ListQuery,
  Endpoint,
  type EndpointOptions,
  IfMatch,
  pageOfQuery,
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
} from './sessions.dto';

/** Sessions belong to the user: every role can end its own, whatever the status of the account. */
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
    private readonly cookies: SessionCookies,
  ) {}

  @Get()
  @Endpoint({
    id: 'auth.sessions.list',
    ...ofTheUser,
    summary: 'List your sessions',
    description:
      'Returns your active sessions across accounts, including partial ones: the current session first, then by last use.',
    page: SessionDto,
  })
  list(@Who() who: Principal, @ListQuery() query: ListSessionsQuery): Promise<Page<SessionDto>> {
    // The order depends on the calling session, so a cursor is not valid for another session of the same user.
    return this.sessions.list(who, pageOfQuery(query, 'last_used_at', 'desc', who.credentialId));
  }

  @Post('revoke-all')
  @Endpoint({
    id: 'auth.sessions.revokeAll',
    setsCookies: true,
    ...ofTheUser,
    summary: 'Sign out everywhere',
    description:
      'Revokes all your other sessions; with `keep_current` false also the current one, and clears the cookie. Forgets all known devices: a lockout after wrong passwords applies to all of them. API keys remain valid.',
    answer: RevokedSessionsDto,
  })
  async revokeAll(
    @Who() who: Principal,
    @Body() { keepCurrent }: RevokeAllSessionsBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RevokedSessionsDto> {
    const revokedCount = await this.sessions.revokeAll(who, keepCurrent);
    this.cookies.clearIf(!keepCurrent, response);
    return { revokedCount };
  }

  @Patch(':id')
  @Endpoint({
    id: 'auth.sessions.update',
    ...ofTheUser,
    summary: 'Update a session',
    description: 'Renames the device or ends its trust. With `is_trusted` false, the session expires within 24 hours.',
    answer: SessionDto,
    ifMatch: null,
  })
  async change(
    @Who() who: Principal,
    @PathId() id: string,
    @Body() body: ChangeSessionBody,
    @IfMatch() precondition: Precondition,
  ): Promise<SessionDto> {
    await precondition.holds([SessionDto, () => this.sessions.get(who, id)]);
    return this.sessions.change(who, id, body);
  }

  @Delete(':id')
  @Endpoint({
    id: 'auth.sessions.revoke',
    setsCookies: true,
    ...ofTheUser,
    summary: 'Revoke a session',
    description: 'Takes effect with the next request. Revoking the current session clears the cookie.',
    answer: RevokedSessionDto,
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
