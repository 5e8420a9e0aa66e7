import { IdentityErrors } from '../../domain/errors';
import type { OneTimeToken, TokenKind } from '../../domain/one-time-token';

export abstract class OneTimeTokenRepository {
  abstract add(token: OneTimeToken): Promise<void>;
  /** Returns the token while it is usable; null when unknown, used or expired. */
  abstract find(hash: Buffer, now: Date): Promise<OneTimeToken | null>;
  /**
   * Marks the token used and returns it; null when unknown, of another kind, used or expired. A single statement, so
   * that one of two concurrent callers gets it.
   */
  abstract consume(hash: Buffer, kind: TokenKind, now: Date): Promise<OneTimeToken | null>;
  /** Marks all unused tokens of these kinds as used. */
  abstract voidAll(userId: string, kinds: readonly TokenKind[], now: Date): Promise<void>;
}

/** URLs of the dashboard pages that emails link to. */
export abstract class DashboardLinks {
  abstract verifyEmail(token: string): string;
  abstract magicLink(token: string): string;
  abstract resetPassword(token: string): string;
  abstract invitation(token: string): string;
  abstract emailChange(token: string): string;
}

/** Emails that a mailbox receives per hour. */
export const MAILS_PER_HOUR = 5;
const NEXT_MAIL_SECONDS = 3600 / MAILS_PER_HOUR;

export abstract class MailAllowance {
  /**
   * Takes one email from the hourly allowance of the mailbox and of the network address. False when either is used up.
   */
  abstract take(email: string, ip: string | null): Promise<boolean>;

  /** Takes one email. Throws rate_limited when the allowance is used up. */
  async require(email: string, ip: string | null): Promise<void> {
    if (!(await this.take(email, ip))) throw IdentityErrors.rate_limited({ retryAfterSeconds: NEXT_MAIL_SECONDS });
  }
}
