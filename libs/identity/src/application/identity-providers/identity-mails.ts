import type { Clock } from '@trunkline/kernel';
import type { LinkedIdentity } from '../../domain/identity-providers/linked-identity';
import type { User } from '../../domain/users/user';
import { identityLinkedMessage, identityUnlinkedMessage } from '../mails/messages';
import type { UserMails } from '../mails/user-mails';
import type { IdentityProviders } from './ports';

/** Tells users of each way to sign in that is added or taken away: whoever did it may be somebody else. */
export class IdentityMails {
  constructor(
    private readonly mails: UserMails,
    private readonly providers: IdentityProviders,
    private readonly clock: Clock,
  ) {}

  /** Within the transaction that links it. */
  async linked(user: User, identity: LinkedIdentity): Promise<void> {
    const message = identityLinkedMessage(user.name, this.nameOf(identity), this.clock.now());
    await this.mails.send(user, { ...message, key: `identity_linked:${identity.id}` });
  }

  /** Within the transaction that unlinks it. */
  async unlinked(user: User, identity: LinkedIdentity): Promise<void> {
    const message = identityUnlinkedMessage(user.name, this.nameOf(identity), this.clock.now());
    await this.mails.send(user, { ...message, key: `identity_unlinked:${identity.id}` });
  }

  /** As on the button; one that is configured no more has its name in addresses alone. */
  private nameOf({ provider }: LinkedIdentity): string {
    return this.providers.list().find((each) => each.provider === provider)?.displayName ?? provider;
  }
}
