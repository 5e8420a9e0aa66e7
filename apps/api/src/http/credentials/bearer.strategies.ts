import { Injectable } from '@nestjs/common';
import type { Principal } from '@trunkline/kernel';
import type { EdgeRequest } from '../endpoint/edge-request';
import { AccessTokens } from './access-tokens';
import { CredentialStrategy } from './credential.strategy';
import { CredentialLookup } from './ports';
import { bearerToken, credentialContext, principalOf } from './request-credentials';

/** Authenticates `Authorization: Bearer svc_live_…`. */
@Injectable()
export class ApiKeyStrategy extends CredentialStrategy {
  constructor(private readonly credentials: CredentialLookup) {
    super();
  }

  protected override async recognize(request: EdgeRequest): Promise<Principal | null> {
    return principalOf(await this.credentials.byApiKey(bearerToken(request), credentialContext(request)));
  }
}

/** Authenticates OAuth access tokens (JWTs, RFC 9068) that this service has issued. */
@Injectable()
export class AccessTokenStrategy extends CredentialStrategy {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly credentials: CredentialLookup,
  ) {
    super();
  }

  protected override async recognize(request: EdgeRequest): Promise<Principal | null> {
    const claims = await this.tokens.verify(bearerToken(request));
    return claims && principalOf(await this.credentials.byToken(claims, credentialContext(request)));
  }
}
