import type { Clock } from '@trunkline/kernel';
import type { AuthFailures, SipLogin, SipLogins } from './ports';

/** See docs/registration.md#failed-digests. */
const LIMIT = { failures: 20, seconds: 300, blockSeconds: 900 };

export interface LoginRequest {
  readonly username: string;
  readonly realm: string;
  /** Where the request came from; null if the switch does not know it, which is never blocked. */
  readonly sourceIp: string | null;
}

export type LoginAnswer =
  | { readonly outcome: 'found'; readonly login: SipLogin }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'blocked'; readonly seconds: number };

/** Lets switches check the digests of SIP users, and blocks a user from an address after too many failures. */
export class AuthenticateSystem {
  constructor(
    private readonly logins: SipLogins,
    private readonly failures: AuthFailures,
    private readonly clock: Clock,
    private readonly domain: { readonly sipDomain: string },
  ) {}

  /** A block does not depend on whether the user exists. */
  async find(request: LoginRequest): Promise<LoginAnswer> {
    if (request.realm.toLowerCase() !== this.domain.sipDomain.toLowerCase()) return { outcome: 'unknown' };
    const now = this.clock.now();
    const { login, blockedUntil } = await this.logins.find(request, now);
    if (blockedUntil)
      return { outcome: 'blocked', seconds: Math.ceil((blockedUntil.getTime() - now.getTime()) / 1000) };
    return login ? { outcome: 'found', login } : { outcome: 'unknown' };
  }

  /** Counts a failed digest, and returns whether it led to a block. `at` null: now. */
  recordFailure(username: string, sourceIp: string, at: Date | null): Promise<boolean> {
    const now = this.clock.now();
    return this.failures.record({ username, sourceIp, at: at && at < now ? at : now }, LIMIT, now);
  }

  /** Deletes what no longer counts. */
  prune(): Promise<number> {
    return this.failures.prune(this.clock.now());
  }
}
