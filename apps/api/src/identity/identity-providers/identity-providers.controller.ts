import { Body, Controller, Delete, Get, Param, Query, Res, UseGuards } from '@nestjs/common';
import { IdentityProviders, LinkedIdentities, LinkedIdentityRepository, ProviderSignIn } from '@trunkline/identity';
import type { Page, Principal } from '@trunkline/kernel';
import type { Response } from 'express';
import {
  Caller,
  type CallerInfo,
  ListQuery,
  Endpoint,
  pageOfQuery,
  PathId,
  type Redirection,
  Who,
  Tag,
} from '../../http';
import {
  IdentityProvidersDto,
  LinkedIdentityDto,
  ListIdentitiesQuery,
  StartQuery,
  UnlinkBody,
  UnlinkedIdentityDto,
} from './identity-providers.dto';
import { LinkingGuard } from './linking.guard';
import { ProviderBrowser } from './provider-browser';
import { Arriving, type BrowserArriving, type BrowserDeparting, Departing } from './provider-requests';
import { ReauthenticationGuard } from '../sessions/reauthentication.guard';

/** Description of the callback, for developers of the dashboard page that browsers are redirected to. */
const CALLBACK_DESCRIPTION = `Providers redirect browsers to this URL; unknown parameters are ignored. Always redirects to the dashboard. On success: to \`return_to\` with the session cookie and \`next_step\` (\`dashboard\`; \`mfa\`: the session is partial until POST /v1/auth/mfa/challenge; \`linked\`). On failure: to \`/sign-in\` (mode \`link\`: to \`return_to\`) with \`error\`:

- \`idp_denied\`: the user denied access at the provider
- \`idp_email_unverified\`: the provider has not verified the email address; no account was created
- \`link_required\`: a user exists with this email address but has not verified it; verify it, sign in and link the provider
- \`fraud_blocked\`: rejected by fraud screening
- \`account_closed\`: the user has no open account
- \`identity_in_use\`: mode \`link\`: the identity is linked to another user
- \`idp_failed\`: any other failure: \`state\` is unknown, used, older than ten minutes or from another browser, or the provider failed; try again

An unknown verified email address creates an account with the trial credit, without a password or verification email.`;

/** Query parameters that the callback reads. Others are ignored. */
const CALLBACK_QUERY = [
  { name: 'state', description: 'The state that was sent to the provider.', example: 'q83vEjRWeJq83vEjRWeJqw' },
  { name: 'code', description: 'Authorization code.', example: 'SplxlOBeZQQYbYS6WxSbIA' },
  { name: 'iss', description: 'Issuer, if the provider sends it.', example: 'https://accounts.example.com' },
  { name: 'error', description: 'Error code, in place of `code`.', example: 'access_denied' },
];

@Tag('Authentication')
@Controller('v1/auth')
export class IdentityProvidersController {
  constructor(
    private readonly signIn: ProviderSignIn,
    private readonly configured: IdentityProviders,
    private readonly identities: LinkedIdentityRepository,
    private readonly linked: LinkedIdentities,
    private readonly browser: ProviderBrowser,
  ) {}

  @Get('providers')
  @Endpoint({
    id: 'auth.identityProviders.list',
    summary: 'List the identity providers',
    description: 'Returns the configured third-party sign-in providers, at most two.',
    access: 'public',
    answer: IdentityProvidersDto,
  })
  providers(): IdentityProvidersDto {
    return { items: this.configured.list() };
  }

  @Get('idp/:provider/start')
  @UseGuards(LinkingGuard)
  @Endpoint({
    id: 'auth.identityProviders.start',
    setsCookies: true,
    summary: 'Sign in with an identity provider',
    description:
      'Redirects the browser to the provider (OpenID Connect code flow with PKCE, state and nonce) and sets a ten-minute cookie that binds the sign-in to this browser. Redirects to `{dashboard_url}/sign-in?error=idp_failed` if the provider is unavailable.',
    access: 'public',
    limit: 'login',
    status: 302,
    fails: [
      'unauthorized',
      'forbidden',
      'session_required',
      'mfa_required',
      'csrf_rejected',
      'account_closed',
      'reauthentication_required',
    ],
  })
  start(
    @Param('provider') provider: string,
    @Query() { mode, returnTo, country, timezone }: StartQuery,
    @Departing() departing: BrowserDeparting,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Redirection> {
    const wanted = { provider, mode, returnTo, country: country ?? null, timezone: timezone ?? null };
    return this.browser.depart(response, this.signIn.begin({ ...wanted, ...departing }));
  }

  @Get('idp/:provider/callback')
  @Endpoint({
    id: 'auth.identityProviders.complete',
    setsCookies: true,
    summary: 'Handle the redirect from an identity provider',
    description: CALLBACK_DESCRIPTION,
    access: 'public',
    status: 302,
    openQuery: true,
    reads: { query: CALLBACK_QUERY },
  })
  async callback(
    @Param('provider') provider: string,
    @Arriving() arriving: BrowserArriving,
    @Caller() caller: CallerInfo,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Redirection> {
    const elsewhere = arriving.browserSecret === null ? this.browser.underOtherName(response.req) : null;
    if (elsewhere) return elsewhere;
    return this.browser.arrive(response, this.signIn.finish({ ...arriving, provider, caller }));
  }

  @Get('identities')
  @Endpoint({
    id: 'auth.identities.list',
    summary: 'List linked identities',
    description: 'Returns the provider identities that the user can sign in with.',
    access: [],
    credentials: ['session'],
    page: LinkedIdentityDto,
  })
  list(@Who() { userId }: Principal, @ListQuery() query: ListIdentitiesQuery): Promise<Page<LinkedIdentityDto>> {
    return this.identities.list(userId, pageOfQuery(query, 'created_at'));
  }

  @Delete('identities/:id')
  @UseGuards(ReauthenticationGuard)
  @Endpoint({
    id: 'auth.identities.unlink',
    summary: 'Unlink an identity',
    description:
      'The identity can no longer be used to sign in. Existing sessions remain valid. The last identity of a user ' +
      'without a password cannot be removed.',
    access: [],
    credentials: ['session'],
    allowed: { suspended: true, pendingClosure: true },
    recentSignIn: true,
    answer: UnlinkedIdentityDto,
    fails: ['invalid_state', 'login_locked'],
  })
  async unlink(
    @Who() { userId }: Principal,
    @PathId() id: string,
    @Body() _body: UnlinkBody,
  ): Promise<UnlinkedIdentityDto> {
    await this.linked.unlink(userId, id);
    return { id, deleted: true };
  }
}
