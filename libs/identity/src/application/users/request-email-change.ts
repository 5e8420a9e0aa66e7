import { CommonErrors, type Principal, type Transactor } from '@trunkline/kernel';
import { normalizeEmail } from '../../domain/users/email-address';
import { IdentityErrors } from '../../domain/errors';
import type { Caller } from '../../domain/sessions/session';
import type { LinkMails } from '../mails/link-mails';
import type { MailAllowance, UserRepository } from '../ports';
import type { Reauthentication } from '../sign-in/reauthentication';

export interface EmailChangeInput {
  readonly newEmail: string;
  /** Null when the request had none. */
  readonly password: string | null;
  readonly caller: Caller;
}

/** Five mails an hour to one address: one comes back in twelve minutes (contract, section 0, Rate limits). */
const ALLOWANCE_BACK_SECONDS = 12 * 60;

/** POST /users/me/email-change: mails a link to the new address. Nothing changes before that is followed. */
export class RequestEmailChange {
  constructor(
    private readonly tx: Transactor,
    private readonly reauthentication: Reauthentication,
    private readonly users: UserRepository,
    private readonly mails: LinkMails,
    private readonly allowance: MailAllowance,
  ) {}

  /**
   * Not to be called within a transaction. Returns the address that is to be proved. Throws 422 naming `password`,
   * login_locked, reauthentication_required, email_in_use, and rate_limited when the mails of an hour are used up.
   */
  async execute(who: Principal, { newEmail, password, caller }: EmailChangeInput): Promise<string> {
    const email = normalizeEmail(newEmail);
    await this.reauthentication.requirePassword(who, password, caller);
    // Counted before it is said whose the address is, so that asking who is a customer comes to an end as well.
    if (!(await this.allowance.take(email, caller.ip))) {
      throw IdentityErrors.rate_limited({ retryAfterSeconds: ALLOWANCE_BACK_SECONDS });
    }
    if (await this.users.findByEmail(email)) throw IdentityErrors.email_in_use();
    await this.tx.run(async () => {
      const user = await this.users.lock(who.userId);
      if (!user) throw CommonErrors.not_found();
      await this.mails.send('change_email', user, email);
    });
    return email;
  }
}
