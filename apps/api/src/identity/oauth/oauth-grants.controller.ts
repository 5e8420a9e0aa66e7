import { Controller, Delete, Get } from '@nestjs/common';
import { OAuthGrantQueries, OAuthGrants } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import {
  ListQuery,
  mapPage,
  Endpoint,
  type EndpointOptions,
  pageOfQuery,
  PageQuery,
  PathId,
  Tag,
  Who,
} from '../../http';
import { OAuthGrantDto, RevokedGrantDto } from './oauth-grants.dto';

/** Grants belong to the user: every role can end its own, whatever the status of the account. */
const ofTheUser = {
  access: [],
  credentials: ['session'],
  allowed: { suspended: true, pendingClosure: true },
} as const satisfies Partial<EndpointOptions>;

@Tag('OAuth')
@Controller('v1/oauth-grants')
export class OAuthGrantsController {
  constructor(
    private readonly grants: OAuthGrants,
    private readonly queries: OAuthGrantQueries,
  ) {}

  @Get()
  @Endpoint({
    id: 'oauthGrants.list',
    ...ofTheUser,
    summary: 'List connected applications',
    description: 'Your grants in all accounts, newest first: one entry for each time you approved an application.',
    page: OAuthGrantDto,
  })
  list(@Who() who: Principal, @ListQuery() query: PageQuery) {
    return mapPage(
      this.queries.list(who.userId, pageOfQuery(query, 'created_at')),
      ({ clientId, appName, appLogoUrl, ...grant }) => ({
        ...grant,
        app: { clientId, name: appName, logoUrl: appLogoUrl },
      }),
    );
  }

  @Delete(':id')
  @Endpoint({
    id: 'oauthGrants.revoke',
    ...ofTheUser,
    summary: 'Disconnect an application',
    description: 'Revokes every grant that you gave to the application of this grant, with all its tokens. Idempotent.',
    answer: RevokedGrantDto,
  })
  async revoke(@Who() who: Principal, @PathId() id: string): Promise<RevokedGrantDto> {
    await this.grants.disconnect(who.userId, id);
    return { id, revoked: true };
  }
}
