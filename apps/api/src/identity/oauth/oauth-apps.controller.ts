import { Body, Controller, Delete, Get, Patch, Post, UseGuards } from '@nestjs/common';
import { OAuthAppQueries, OAuthApps } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import { ListQuery, Endpoint, pageOfQuery, PathId, Tag, Who } from '../../http';
import { ReauthenticationGuard } from '../sessions/reauthentication.guard';
import {
  ChangeOAuthAppBody,
  DisableOAuthAppBody,
  ListOAuthAppsQuery,
  OAuthAppDto,
  RegisteredOAuthAppDto,
  RegisterOAuthAppBody,
  RotatedClientSecretDto,
  RotateSecretBody,
} from './oauth-apps.dto';

const bySession = { access: 'oauth:apps', credentials: ['session'] } as const;
const readBySession = {
  access: 'account:read',
  credentials: ['session'],
  allowed: { suspended: true, pendingClosure: true },
} as const;

@Tag('OAuth')
@Controller('v1/oauth-apps')
export class OAuthAppsController {
  constructor(
    private readonly apps: OAuthApps,
    private readonly queries: OAuthAppQueries,
  ) {}

  @Post()
  @UseGuards(ReauthenticationGuard)
  @Endpoint({
    id: 'oauthApps.create',
    ...bySession,
    summary: 'Register an OAuth application',
    description:
      'Only this response contains the `client_secret`. An account has at most 25 active applications. Disable one to register another.',
    recentSignIn: true,
    answer: RegisteredOAuthAppDto,
    fails: ['oauth_app_limit_reached', 'login_locked'],
  })
  async register(@Who() who: Principal, @Body() body: RegisterOAuthAppBody): Promise<RegisteredOAuthAppDto> {
    const { app, clientSecret } = await this.apps.register(who, body);
    return { ...app, clientSecret };
  }

  @Get()
  @Endpoint({
    id: 'oauthApps.list',
    ...readBySession,
    summary: 'List OAuth applications',
    description: 'The applications that the account has registered, newest first.',
    page: OAuthAppDto,
  })
  list(@Who() who: Principal, @ListQuery() query: ListOAuthAppsQuery) {
    const filter = { accountId: who.accountId, status: query.status ?? null };
    return this.queries.list(filter, pageOfQuery(query, 'created_at'));
  }

  @Get(':id')
  @Endpoint({
    id: 'oauthApps.get',
    ...readBySession,
    summary: 'Read an OAuth application',
    description: 'Returns the application without its client secret, which only its registration and rotation return.',
    answer: OAuthAppDto,
  })
  async get(@Who() who: Principal, @PathId() id: string): Promise<OAuthAppDto> {
    return this.queries.get(who.accountId, id);
  }

  @Patch(':id')
  @UseGuards(ReauthenticationGuard)
  @Endpoint({
    id: 'oauthApps.update',
    ...bySession,
    summary: 'Update an OAuth application',
    description:
      'A removed scope is withdrawn from existing grants at once. An added one applies to future authorization requests.',
    recentSignIn: true,
    answer: OAuthAppDto,
    ifMatch: 'get',
    fails: ['invalid_state', 'login_locked'],
  })
  change(@Who() who: Principal, @PathId() id: string, @Body() body: ChangeOAuthAppBody): Promise<OAuthAppDto> {
    return this.apps.change(who.accountId, id, body);
  }

  @Post(':id/rotate-secret')
  @UseGuards(ReauthenticationGuard)
  @Endpoint({
    id: 'oauthApps.rotateSecret',
    ...bySession,
    summary: 'Rotate the client secret',
    description: 'The old secret stops working immediately. Existing tokens remain valid.',
    recentSignIn: true,
    answer: RotatedClientSecretDto,
    fails: ['invalid_state', 'login_locked'],
  })
  async rotateSecret(
    @Who() who: Principal,
    @PathId() id: string,
    @Body() _body: RotateSecretBody,
  ): Promise<RotatedClientSecretDto> {
    return { clientSecret: await this.apps.rotateSecret(who.accountId, id) };
  }

  @Delete(':id')
  @UseGuards(ReauthenticationGuard)
  @Endpoint({
    id: 'oauthApps.disable',
    ...bySession,
    summary: 'Disable an OAuth application',
    description: 'Permanent. Revokes every grant of the application with its tokens. Idempotent.',
    allowed: { suspended: true, pendingClosure: true },
    recentSignIn: true,
    answer: OAuthAppDto,
    fails: ['login_locked'],
  })
  async disable(@Who() who: Principal, @PathId() id: string, @Body() _body: DisableOAuthAppBody): Promise<OAuthAppDto> {
    return this.apps.disable(who.accountId, id);
  }
}
