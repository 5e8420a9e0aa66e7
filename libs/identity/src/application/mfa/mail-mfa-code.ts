import { addSeconds, type Clock, type Principal, type Transactor } from '@trunkline/kernel';
import { EMAIL_CODE_SECONDS, maskEmail, newSixDigitCode } from '../../domain/mfa/email-code';
import { IdentityErrors } from '../../domain/errors';
import { assertPartial, takesMailedCode } from '../../domain/sessions/session-state';
import type { User } from '../../domain/user';
import type { MailAllowance } from '../mails/ports';
import type { SessionRepository, UserRepository } from '../ports';
import type { MfaMails } from './mfa-mails';
import type { EmailCodes } from './ports';

const NO_MAILED_CODE =
  'This session does not accept a mailed code. Use the authenticator app or a recovery code, or contact support.';

export interface MailedCode {
  readonly sentToMasked: string;
  readonly expiresAt: Date;
}

/**
 * POST /auth/mfa/email-otp: sends a code to a user whose method is `email_otp`, in a session that the mailbox did not
 * start. Voids the previous code.
 */
export class MailMfaCode {
  constructor(
    private readonly tx: Transactor,
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly codes: EmailCodes,
    private readonly allowance: MailAllowance,
    private readonly mails: MfaMails,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws mfa_not_pending when the session expects no code or accepts none by email, and rate_limited. A rejected
   * request takes nothing from the allowance.
   */
  async mail(who: Principal, ip: string | null): Promise<MailedCode> {
    const { email } = await this.tx.run(() => this.admit(who));
    await this.allowance.require(email, ip);
    return this.tx.run(() => this.issue(who));
  }

  /** Returns the user, locked until the transaction ends. */
  private async admit({ userId, credentialId }: Principal): Promise<User> {
    const user = await this.users.lock(userId);
    const session = await this.sessions.lock(credentialId);
    if (!user || !session) throw IdentityErrors.mfa_not_pending();
    assertPartial(session, this.clock.now());
    if (!takesMailedCode(session, user)) throw IdentityErrors.mfa_not_pending({ message: NO_MAILED_CODE });
    return user;
  }

  /** Checks the session again, because the allowance was checked outside the transaction in between. */
  private async issue(who: Principal): Promise<MailedCode> {
    const user = await this.admit(who);
    const code = newSixDigitCode();
    const expiresAt = addSeconds(this.clock.now(), EMAIL_CODE_SECONDS);
    await this.codes.put(user.id, code, expiresAt);
    await this.mails.code(user, code);
    return { sentToMasked: maskEmail(user.email), expiresAt };
  }
}
