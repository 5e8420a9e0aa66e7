import { Strategy } from 'passport';
import type { EdgeRequest } from '../endpoint/edge-request';
import type { Recognition } from './ports';
import { principalOrForbidden } from './request-credentials';

/** Authenticates the Authorization header; the base of API keys and access tokens. */
export abstract class BearerStrategy extends Strategy {
  protected abstract recognize(request: EdgeRequest): Promise<Recognition>;

  override authenticate(request: EdgeRequest): void {
    this.recognize(request).then(
      (recognition) => {
        if (!recognition) return this.fail(401);
        const principal = principalOrForbidden(recognition);
        if (principal instanceof Error) this.error(principal);
        else this.success(principal);
      },
      (error: unknown) => this.error(error),
    );
  }
}
