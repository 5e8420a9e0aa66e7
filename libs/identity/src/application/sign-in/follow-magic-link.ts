import type { Clock, Transactor } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import type { Caller } from '../../domain/sessions/session';
import type { User } from '../../domain/user';
import type { UserRepository } from '../ports';
import type { Screening } from '../screening/screening';
import type { SignedIn, SignIn } from './sign-in';
import type { SignInMethods } from './ports';
import type { MailedLinks } from '../mails/mailed-links';

export interface FollowMagicLinkInput {
  /** Null when the request had none. */
  readonly token: string | null;
  readonly caller: Caller;
}

/** POST /auth/magic-link/consume: uses up the mailed link, which also verifies the email, and signs the user in. */
export class FollowMagicLink {
  constructor(
    private readonly tx: Transactor,
    private readonly links: MailedLinks,
    private readonly users: UserRepository,
    private readonly signInMethods: SignInMethods,
    private readonly screening: Screening,
    private readonly signIn: SignIn,
    private readonly clock: Clock,
  ) {}

  /** Throws missing_token, token_invalid, or account_closed and fraud_blocked, which leave the link usable. */
  async follow({ token, caller }: FollowMagicLinkInput): Promise<SignedIn> {
    if (!token) throw IdentityErrors.missing_token();
    const fraudDecision = await this.screening.admitByLink(caller);
    return this.tx.run(async () => {
      const { user } = await this.links.redeem(token, ['magic_link']);
      if (!user.isEmailVerified()) await this.claim(user);
      await this.links.void(user.id, ['magic_link']);
      return this.signIn.begin({ user, caller, method: 'magic_link', trustDevice: false, fraudDecision });
    });
  }

  /**
   * The link identifies the mailbox owner, not the author of the sign-up. Everything the sign-up left behind is
   * removed.
   */
  private async claim(user: User): Promise<void> {
    const now = this.clock.now();
    user.claimByMailbox(now);
    await this.users.save(user);
    await this.signInMethods.removeAll(user.id, now);
  }
}
