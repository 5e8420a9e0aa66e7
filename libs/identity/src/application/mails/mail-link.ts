import type { Transactor } from '@trunkline/kernel';
import { normalizeEmail } from '../../domain/email-address';
import { hasOpenAccount } from '../../domain/members/membership';
import type { MailAllowance } from './ports';
import type { MembershipRepository, UserRepository } from '../ports';
import type { MinimumDuration } from '../sign-in/minimum-duration';
import type { Screening } from '../screening/screening';
import type { LinkMails } from './link-mails';

export interface MailLinkInput {
  readonly kind: 'magic_link' | 'reset_password';
  /** Null when the request had no usable address: nothing is sent, after the same time. */
  readonly email: string | null;
  readonly ip: string | null;
  /** Of a solved bot challenge. Without a needed one, nothing is sent. */
  readonly captchaToken?: string | null;
}

/**
 * POST /auth/forgot-password and /auth/magic-link. Unverified addresses receive the email too, since following the link
 * verifies them. See docs/sign-in.md#unknown-emails.
 */
export class MailLink {
  constructor(
    private readonly tx: Transactor,
    private readonly users: UserRepository,
    private readonly memberships: MembershipRepository,
    private readonly mails: LinkMails,
    private readonly allowance: MailAllowance,
    private readonly minimumDuration: MinimumDuration,
    private readonly screening: Screening,
  ) {}

  /** Throws `unavailable` when the bot challenge cannot be verified. */
  mail({ kind, email, ip, captchaToken = null }: MailLinkInput): Promise<void> {
    return this.minimumDuration.run(async () => {
      if (email !== null && (await this.screening.isHuman(captchaToken, ip)))
        await this.mailTo(kind, normalizeEmail(email), ip);
    });
  }

  private async mailTo(kind: MailLinkInput['kind'], email: string, ip: string | null): Promise<void> {
    if (!(await this.allowance.take(email, ip))) return;
    await this.tx.run(async () => {
      const user = await this.users.lockByEmail(email);
      // A user without an open account has nothing to sign in to.
      if (user && hasOpenAccount(await this.memberships.accountsOf(user.id))) await this.mails.send(kind, user);
    });
  }
}
