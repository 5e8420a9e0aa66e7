import { Body, Controller, Delete, Get, Patch, Post, UseGuards } from '@nestjs/common';
import { OAuthApps } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import { ListQuery, mapPage, Endpoint, pageOfQuery, PathId, Tag, Who } from '../../http';
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
  toOAuthAppDto,
  toRegisteredOAuthAppDto,
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
  constructor(private readonly apps: OAuthApps) {}

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
    const { app, clientSecret } = await this.apps.register(who, {
      name: body.name,
      description: body.description ?? null,
      homepageUrl: body.homepage_url ?? null,
      logoUrl: body.logo_url ?? null,
      redirectUris: body.redirect_uris,
      maxScopes: body.max_scopes,
    });
    return toRegisteredOAuthAppDto(app, clientSecret);
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
    return mapPage(
      this.apps.list(who.accountId, query.status ?? null, pageOfQuery(query, 'created_at')),
      toOAuthAppDto,
    );
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
    return toOAuthAppDto(await this.apps.get(who.accountId, id));
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
  async change(@Who() who: Principal, @PathId() id: string, @Body() body: ChangeOAuthAppBody): Promise<OAuthAppDto> {
    return toOAuthAppDto(await this.apps.change(who.accountId, id, changeIn(body)));
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
    return { client_secret: await this.apps.rotateSecret(who.accountId, id) };
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
    return toOAuthAppDto(await this.apps.disable(who.accountId, id));
  }
}

function changeIn(body: ChangeOAuthAppBody) {
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.homepage_url !== undefined && { homepageUrl: body.homepage_url }),
    ...(body.logo_url !== undefined && { logoUrl: body.logo_url }),
    ...(body.redirect_uris !== undefined && { redirectUris: body.redirect_uris }),
    ...(body.max_scopes !== undefined && { maxScopes: body.max_scopes }),
  };
}
