import { CommonErrors, type Principal, type Transactor } from '@trunkline/kernel';
import { normalizeEmail } from '../../domain/users/email-address';
import { IdentityErrors } from '../../domain/errors';
import type { Caller } from '../../domain/sessions/session';
import type { LinkMails } from '../mails/link-mails';
import type { MailAllowance } from '../mails/ports';
import type { UserRepository } from '../ports';
import type { Reauthentication } from '../sign-in/reauthentication';

export interface EmailChangeInput {
  readonly newEmail: string;
  /** Null when the request had none. */
  readonly password: string | null;
  readonly caller: Caller;
}

/** POST /users/me/email-change: sends a link to the new address. Nothing changes until it is followed. */
export class RequestEmailChange {
  constructor(
    private readonly tx: Transactor,
    private readonly reauthentication: Reauthentication,
    private readonly users: UserRepository,
    private readonly mails: LinkMails,
    private readonly allowance: MailAllowance,
  ) {}

  /**
   * Returns the address to verify. Must not run within a transaction. Throws 422 naming `password`, login_locked,
   * reauthentication_required, email_in_use and rate_limited.
   */
  async execute(who: Principal, { newEmail, password, caller }: EmailChangeInput): Promise<string> {
    const email = normalizeEmail(newEmail);
    await this.reauthentication.requirePassword(who, password, caller);
    // Counted before `email_in_use`, which limits probing for known addresses.
    await this.allowance.require(email, caller.ip);
    if (await this.users.findByEmail(email)) throw IdentityErrors.email_in_use();
    await this.tx.run(async () => {
      const user = await this.users.lock(who.userId);
      if (!user) throw CommonErrors.not_found();
      await this.mails.send('change_email', user, email);
    });
    return email;
  }
}
