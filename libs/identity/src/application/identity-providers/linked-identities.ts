import { CommonErrors, type Page, type PageRequest, type Transactor } from '@trunkline/kernel';
import type { LinkedIdentity } from '../../domain/identity-providers/linked-identity';
import type { UserRepository } from '../ports';
import type { IdentityMails } from './identity-mails';
import type { ConfiguredProvider, IdentityProviders, LinkedIdentityRepository } from './ports';

/** Lists the configured providers and the linked identities of a user. */
export class LinkedIdentities {
  constructor(
    private readonly tx: Transactor,
    private readonly providers: IdentityProviders,
    private readonly identities: LinkedIdentityRepository,
    private readonly users: UserRepository,
    private readonly mails: IdentityMails,
  ) {}

  configured(): readonly ConfiguredProvider[] {
    return this.providers.list();
  }

  list(userId: string, page: PageRequest<'created_at'>): Promise<Page<LinkedIdentity>> {
    return this.identities.list(userId, page);
  }

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
