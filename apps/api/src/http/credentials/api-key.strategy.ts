import { Injectable } from '@nestjs/common';
import { Credentials, type Recognition } from '@trunkline/identity';
import type { EdgeRequest } from '../endpoint/edge-request';
import { asked, bearerOf } from './asked';
import { BearerStrategy } from './bearer.strategy';

/** `Authorization: Bearer svc_live_…` (spec, Authentication). */
@Injectable()
export class ApiKeyStrategy extends BearerStrategy {
  constructor(private readonly credentials: Credentials) {
    super();
  }

  protected override recognize(request: EdgeRequest): Promise<Recognition> {
    return this.credentials.byApiKey(bearerOf(request), asked(request));
  }
}
