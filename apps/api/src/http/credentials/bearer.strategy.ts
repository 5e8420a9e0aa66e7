import type { Recognition } from '@trunkline/identity';
import { Strategy } from 'passport';
import type { EdgeRequest } from '../endpoint/edge-request';
import { principalIn } from './asked';

/** What API keys and access tokens share: an Authorization header that is recognized or not. */
export abstract class BearerStrategy extends Strategy {
  protected abstract recognize(request: EdgeRequest): Promise<Recognition>;

  override authenticate(request: EdgeRequest): void {
    this.recognize(request).then(
      (recognition) => {
        if (!recognition) return this.fail(401);
        const principal = principalIn(recognition);
        if (principal instanceof Error) this.error(principal);
        else this.success(principal);
      },
      (error: unknown) => this.error(error),
    );
  }
}
