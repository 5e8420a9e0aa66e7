import type { Transactor } from '@trunkline/kernel';
import { normalizeEmail } from '../../domain/email-address';
import type { MinimumDuration } from '../sign-in/minimum-duration';
import type { MailAllowance } from '../mails/ports';
import type { MembershipRepository, UserRepository } from '../ports';
import type { VerificationMails } from './verification-mails';

export interface ResendInput {
  /** Null when the request had no usable address: nothing is sent, after the same time. */
  readonly email: string | null;
  readonly ip: string | null;
}

/** POST /auth/email/resend. See docs/sign-in.md#unknown-emails. */
export class ResendVerification {
  constructor(
    private readonly tx: Transactor,
    private readonly users: UserRepository,
    private readonly memberships: MembershipRepository,
    private readonly verification: VerificationMails,
    private readonly allowance: MailAllowance,
    private readonly minimumDuration: MinimumDuration,
  ) {}

  resend({ email, ip }: ResendInput): Promise<void> {
    return this.minimumDuration.run(async () => {
      if (email !== null) await this.resendTo(normalizeEmail(email), ip);
    });
  }

  private async resendTo(email: string, ip: string | null): Promise<void> {
    const isAllowed = await this.allowance.take(email, ip);
    const user = await this.users.findByEmail(email);
    if (!isAllowed || !user || user.isEmailVerified()) return;
    await this.tx.run(async () => {
      const [account] = await this.memberships.accountsOf(user.id);
      if (account) await this.verification.send(user, account.accountId);
    });
  }
}
