import { CommonErrors, type Principal, type Transactor } from '@trunkline/kernel';
import { IdentityErrors } from '../domain/errors';
import type { Caller } from '../domain/sessions/session';
import { normalizeEmail } from '../domain/email-address';
import type { ProfileChange } from '../domain/user';
import type { LinkMails } from './mails/link-mails';
import type { MailAllowance } from './mails/ports';
import type { AccountQueries, UserRepository } from './ports';
import type { Reauthentication } from './sign-in/reauthentication';
import type { UserView } from './views';

export interface MyUser extends UserView {
  readonly phoneE164: string | null;
}

export interface EmailChangeInput {
  readonly newEmail: string;
  /** Null when the request had none. */
  readonly password: string | null;
  readonly caller: Caller;
}

/** The user's own profile. */
export class MyProfile {
  constructor(
    private readonly tx: Transactor,
    private readonly users: UserRepository,
    private readonly queries: AccountQueries,
    private readonly reauthentication: Reauthentication,
    private readonly mails: LinkMails,
    private readonly allowance: MailAllowance,
  ) {}

  /**
   * Includes the role in the selected account. Throws not_found when the membership ended after the session was
   * checked.
   */
  async get({ accountId, userId }: Principal): Promise<MyUser> {
    const profile = await this.queries.profile(accountId, userId);
    const user = await this.users.find(userId);
    if (!user) throw CommonErrors.not_found();
    return { ...profile.user, phoneE164: user.phoneE164 };
  }

  /** Throws as `get` does. */
  change(who: Principal, change: ProfileChange): Promise<MyUser> {
    return this.tx.run(async () => {
      const user = await this.users.lock(who.userId);
      if (!user) throw CommonErrors.not_found();
      user.changeProfile(change);
      await this.users.save(user);
      return this.get(who);
    });
  }

  /**
   * Sends a link to the new address; nothing changes until it is followed. Returns the address to verify. Must not run
   * within a transaction. Throws 422 naming `password`, login_locked, reauthentication_required, email_in_use and
   * rate_limited.
   */
  async requestEmailChange(who: Principal, { newEmail, password, caller }: EmailChangeInput): Promise<string> {
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
