import { CommonErrors, type Principal, type Transactor } from '@trunkline/kernel';
import type { ProfileChange } from '../../domain/users/user';
import type { AccountQueries, UserRepository } from '../ports';
import type { UserView } from '../views';

export interface MyUser extends UserView {
  readonly phoneE164: string | null;
}

/** The user's own profile. */
export class MyProfile {
  constructor(
    private readonly tx: Transactor,
    private readonly users: UserRepository,
    private readonly queries: AccountQueries,
  ) {}

  /**
   * Includes the role in the selected account. Throws not_found when the membership ended after the session was
   * checked.
   */
  async get({ accountId, userId }: Principal): Promise<MyUser> {
    const profile = await this.queries.profile(accountId, userId);
    const user = await this.users.find(userId);
    if (!profile || !user) throw CommonErrors.not_found();
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
}
