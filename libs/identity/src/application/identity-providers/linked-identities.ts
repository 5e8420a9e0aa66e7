import { CommonErrors, type Transactor } from '@trunkline/kernel';
import type { UserRepository } from '../ports';
import type { IdentityMails } from './identity-mails';
import type { LinkedIdentityRepository } from './ports';

/** The identities at providers by which a user signs in. */
export class LinkedIdentities {
  constructor(
    private readonly tx: Transactor,
    private readonly identities: LinkedIdentityRepository,
    private readonly users: UserRepository,
    private readonly mails: IdentityMails,
  ) {}

  /** Throws not_found, and invalid_state for the last sign-in method of a user without a password. */
  unlink(userId: string, id: string): Promise<void> {
    return this.tx.run(async () => {
      // Locked so that two concurrent requests cannot remove the last two identities.
      const user = await this.users.lock(userId);
      const unlinked = user && (await this.identities.remove(userId, id));
      if (!unlinked) throw CommonErrors.not_found();
      if (user.passwordHash === null && (await this.identities.countOf(userId)) === 0) {
        throw CommonErrors.invalid_state({
          message: 'This is your only sign-in method. Set a password or link another provider first.',
        });
      }
      await this.mails.unlinked(user, unlinked);
    });
  }
}
