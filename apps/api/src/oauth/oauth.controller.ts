import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { AuthorizationStore, Credentials } from '@trunkline/identity';
import type { Response } from 'express';
import { Endpoint, type EndpointOptions, SessionCookies, Tag } from '../http';
import type { EdgeRequest } from '../http/endpoint/edge-request';
import { AuthorizationServer } from './authorization-server';
import { errorPage } from './error-page';
import { AUTHORIZATION_QUERY, RevokeRequestDto, TokenRequestDto, OAuthTokensDto } from './oauth.dto';

/** oidc-provider reads and validates the request, and answers in the forms of RFC 6749. */
const byProvider = {
  access: 'public',
  idempotency: 'none',
  openQuery: true,
  oauth: true,
} as const satisfies Partial<EndpointOptions>;

@Tag('OAuth')
@Controller('oauth2')
export class OAuthController {
  constructor(
    private readonly server: AuthorizationServer,
    private readonly store: AuthorizationStore,
    private readonly credentials: Credentials,
    private readonly cookies: SessionCookies,
  ) {}

  @Get('authorize')
  @Endpoint({
    id: 'oauth.authorize',
    ...byProvider,
    summary: 'Request authorization',
    description:
      'Sends the browser here to ask the user for access (authorization code with PKCE, RFC 6749 and RFC 7636). Redirects to `{dashboard_url}/oauth-consent?request_id=…`, where the user signs in, selects the account and may narrow the scopes. Then the browser returns to `redirect_uri` with `code`, `state` and `iss` (RFC 9207), or with `error`, `error_description` and `state`. Without a known `client_id` and a registered `redirect_uri`, an error page is shown instead. The code is valid for 60 seconds and can be used once.',
    status: 303,
    reads: { query: AUTHORIZATION_QUERY },
  })
  authorize(@Req() request: EdgeRequest, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }

  @Get('authorize/:uid')
  @Endpoint({
    id: 'oauth.continue',
    ...byProvider,
    summary: 'Continue after consent',
    description:
      'The browser continues here after the decision: `redirect_to` of `POST /v1/oauth/consent/{request_id}`. It must be the browser that started the request, signed in as the user who decided.',
    status: 303,
  })
  async resume(@Req() request: EdgeRequest, @Res() response: Response): Promise<void> {
    if (await this.isDecidersBrowser(request)) return this.server.handle(request, response);
    response.setHeader('Cache-Control', 'no-store');
    const { headers, html } = errorPage('access_denied', 'Sign in as the user who decided this request.');
    response.status(400).set(headers).send(html);
  }

  @Post('token')
  @Endpoint({
    id: 'oauth.exchange',
    ...byProvider,
    summary: 'Exchange a code or refresh token',
    description:
      'Returns an access token (JWT, RFC 9068) for one hour and a refresh token. The client authenticates with HTTP Basic or with `client_id` and `client_secret` in the body. Every use of a refresh token returns a new one and makes the old one invalid; using an old one again, or a code twice, revokes the grant with all its tokens. `scope` can narrow the access token, never widen it. A refresh token expires after 30 days without use, and 180 days after consent. Errors: RFC 6749, section 5.2.',
    status: 200,
    answer: OAuthTokensDto,
    reads: { body: TokenRequestDto },
  })
  token(@Req() request: EdgeRequest, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }

  @Post('revoke')
  @Endpoint({
    id: 'oauth.revoke',
    ...byProvider,
    summary: 'Revoke a refresh token',
    description:
      'Revokes a refresh token of the client, and with it the grant and all its tokens (RFC 7009). Returns 200 with an empty body for every token, even an invalid one. Access tokens cannot be revoked here.',
    status: 200,
    acceptsAll: true,
    reads: { body: RevokeRequestDto },
  })
  revoke(@Req() request: EdgeRequest, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }

  /**
   * False when another user's decision would be handed to this browser: an attacker could start a request, have a user
   * decide it, and continue. The cookie of the provider proves the other half, that this browser started the request.
   */
  private async isDecidersBrowser(request: EdgeRequest): Promise<boolean> {
    const stored = await this.store.findRequest(String(request.params['uid']));
    // The provider answers for unknown, expired and undecided requests.
    if (!stored?.decision) return true;
    for (const secret of this.cookies.read(request.headers.cookie)) {
      const session = await this.credentials.bySession(secret, { accountId: null, ip: null });
      if (session?.principal?.userId === stored.decision.userId) return true;
    }
    return false;
  }
}
