import { Injectable } from '@nestjs/common';
import type { EdgeRequest } from '../endpoint/edge-request';
import { AccessTokens } from './access-tokens';
import { BearerStrategy } from './bearer.strategy';
import { CredentialLookup, type Recognition } from './ports';
import { bearerToken, credentialContext } from './request-credentials';

/** Authenticates OAuth access tokens (JWTs, RFC 9068) that this service has issued. */
@Injectable()
export class OAuthTokenStrategy extends BearerStrategy {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly credentials: CredentialLookup,
  ) {
    super();
  }

  protected override async recognize(request: EdgeRequest): Promise<Recognition> {
    const claims = await this.tokens.verify(bearerToken(request));
    return claims && this.credentials.byToken(claims, credentialContext(request));
  }
}
