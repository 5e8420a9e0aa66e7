import { Injectable } from '@nestjs/common';
import type { EdgeRequest } from '../endpoint/edge-request';
import { BearerStrategy } from './bearer.strategy';
import { CredentialLookup, type Recognition } from './ports';
import { bearerToken, credentialContext } from './request-credentials';

/** Authenticates `Authorization: Bearer svc_live_…`. */
@Injectable()
export class ApiKeyStrategy extends BearerStrategy {
  constructor(private readonly credentials: CredentialLookup) {
    super();
  }

  protected override recognize(request: EdgeRequest): Promise<Recognition> {
    return this.credentials.byApiKey(bearerToken(request), credentialContext(request));
  }
}
