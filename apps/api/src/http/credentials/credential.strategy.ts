import type { Principal } from '@trunkline/kernel';
import { Strategy } from 'passport';
import type { EdgeRequest } from '../endpoint/edge-request';

/** A strategy of passport for one kind of credential. */
export abstract class CredentialStrategy extends Strategy {
  /** Returns the principal, or null for an unknown, revoked or expired credential. Throws `forbidden` for another's account. */
  protected abstract recognize(request: EdgeRequest): Promise<Principal | null>;

  override authenticate(request: EdgeRequest): void {
    this.recognize(request).then(
      (principal) => (principal ? this.success(principal) : this.fail(401)),
      (error: unknown) => this.error(error),
    );
  }
}
