import { Injectable } from '@nestjs/common';
import { Credentials, type Recognition } from '@trunkline/identity';
import type { EdgeRequest } from '../endpoint/edge-request';
import { AccessTokens } from './access-tokens';
import { asked, bearerOf } from './asked';
import { BearerStrategy } from './bearer.strategy';

/** OAuth access tokens: JWTs of RFC 9068, checked against our own key set. */
@Injectable()
export class OAuthTokenStrategy extends BearerStrategy {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly credentials: Credentials,
  ) {
    super();
  }

  protected override async recognize(request: EdgeRequest): Promise<Recognition> {
    const claims = await this.tokens.verify(bearerOf(request));
    return claims && this.credentials.byToken(claims, asked(request));
  }
}
