import { addSeconds, type Clock, type Principal, type Transactor } from '@trunkline/kernel';
import { EMAIL_CODE_SECONDS, maskEmail, newEmailCode } from '../../domain/email-code';
import { IdentityErrors } from '../../domain/errors';
import { assertPartial } from '../../domain/session-state';
import type { MailAllowance, SessionRepository, UserRepository } from '../ports';
import type { MfaMails } from './mfa-mails';
import type { EmailCodes } from './ports';

/** Five mails an hour: one comes back every twelve minutes. */
const RETRY_AFTER_SECONDS = 12 * 60;

export interface MailedCode {
  readonly sentToMasked: string;
  readonly expiresAt: Date;
}

/** POST /auth/mfa/email-otp: a code for someone whose authenticator is not at hand. It voids the one before. */
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

  /** Throws mfa_not_pending, or rate_limited when the mailbox or the address has had its mails of the hour. */
  async execute(who: Principal, ip: string | null): Promise<MailedCode> {
    const user = await this.users.find(who.userId);
    if (!user || !who.isPartial) throw IdentityErrors.mfa_not_pending();
    const mayMail = await this.allowance.take(user.email, ip);
    if (!mayMail) throw IdentityErrors.rate_limited({ retryAfterSeconds: RETRY_AFTER_SECONDS });
    return this.tx.run(() => this.issue(who));
  }

  private async issue({ userId, credentialId }: Principal): Promise<MailedCode> {
    const now = this.clock.now();
    const user = await this.users.lock(userId);
    const session = await this.sessions.lock(credentialId);
    if (!user || !session) throw IdentityErrors.mfa_not_pending();
    assertPartial(session, now);
    const code = newEmailCode();
    const expiresAt = addSeconds(now, EMAIL_CODE_SECONDS);
    await this.codes.put(userId, code, expiresAt);
    await this.mails.code(user, code);
    return { sentToMasked: maskEmail(user.email), expiresAt };
  }
}
