import type { Clock, Transactor } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import type { Caller } from '../../domain/sessions/session';
import type { User } from '../../domain/user';
import type { MailedLinks } from '../mails/mailed-links';
import type { UserRepository } from '../ports';
import type { EmailChange } from '../email-change';
import type { Screening } from '../screening/screening';
import type { SignedIn, SignIn } from '../sign-in/sign-in';

export interface VerifyEmailInput {
  readonly token: string;
  readonly caller: Caller;
}

/**
 * POST /auth/verify-email: uses up the mailed link and signs the user in. A sign-up link verifies the address; an
 * email-change link replaces it.
 */
export class VerifyEmail {
  constructor(
    private readonly tx: Transactor,
    private readonly links: MailedLinks,
    private readonly users: UserRepository,
    private readonly emailChange: EmailChange,
    private readonly screening: Screening,
    private readonly signIn: SignIn,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws token_invalid for a token that is unknown, used, expired or no longer needed, and account_closed,
   * fraud_blocked.
   */
  async verify({ token, caller }: VerifyEmailInput): Promise<SignedIn> {
    const fraudDecision = await this.screening.admitByLink(caller);
    return this.tx.run(async () => {
      const { user, kind, email } = await this.links.redeem(token, ['verify_email', 'change_email']);
      await (kind === 'change_email' ? this.emailChange.request(user, email) : this.verifyUser(user));
      // Recorded as magic_link: login events have no separate method for verification links.
      return this.signIn.begin({ user, caller, method: 'magic_link', trustDevice: false, fraudDecision });
    });
  }

  private async verifyUser(user: User): Promise<void> {
    // Another link of the user was followed first.
    if (user.isEmailVerified()) throw IdentityErrors.token_invalid();
    user.verifyEmail(this.clock.now());
    await this.users.save(user);
  }
}
