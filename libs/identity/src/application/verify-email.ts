import type { Clock, Transactor } from '@trunkline/kernel';
import { IdentityErrors } from '../domain/errors';
import { hashSecret } from '../domain/secrets';
import type { Caller } from '../domain/session';
import type { OneTimeTokenRepository, UserRepository } from './ports';
import type { SignedIn, SignIn } from './sign-in';

export interface VerifyEmailInput {
  readonly token: string;
  readonly caller: Caller;
}

/** POST /auth/verify-email: uses the mailed link up, marks the address verified, signs the user in. */
export class VerifyEmail {
  constructor(
    private readonly tx: Transactor,
    private readonly tokens: OneTimeTokenRepository,
    private readonly users: UserRepository,
    private readonly signIn: SignIn,
    private readonly clock: Clock,
  ) {}

  /** Throws token_invalid for a token that is unknown, used, expired or no longer needed, all alike. */
  execute({ token, caller }: VerifyEmailInput): Promise<SignedIn> {
    return this.tx.run(async () => {
      const user = await this.prove(token);
      user.verifyEmail(this.clock.now());
      await this.users.save(user);
      // A mailed link was followed, so the history says magic_link: the specification has no method of its own for it.
      return this.signIn.begin({ user, caller, method: 'magic_link', trustDevice: false, fraudDecision: null });
    });
  }

  private async prove(secret: string) {
    const token = await this.tokens.consume(hashSecret(secret), 'verify_email', this.clock.now());
    const user = token && (await this.users.lock(token.userId));
    // Another of the user's links came first, or the address has changed since: this one proves nothing any more.
    if (!user || user.isEmailVerified() || user.email !== token.email) throw IdentityErrors.token_invalid();
    return user;
  }
}
