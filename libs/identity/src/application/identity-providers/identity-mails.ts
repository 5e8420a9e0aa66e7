import type { Clock } from '@trunkline/kernel';
import type { LinkedIdentity } from '../../domain/identity-providers/linked-identity';
import type { User } from '../../domain/user';
import { identityLinkedMessage, identityUnlinkedMessage } from '../mails/messages';
import type { UserMails } from '../mails/user-mails';
import type { IdentityProviders } from './ports';

/** Notifies users of linked and removed identities, since the change may not be their own. */
export class IdentityMails {
  constructor(
    private readonly mails: UserMails,
    private readonly providers: IdentityProviders,
    private readonly clock: Clock,
  ) {}

  /** Joins the transaction that links the identity. */
  async linked(user: User, identity: LinkedIdentity): Promise<void> {
    const message = identityLinkedMessage(user.name, this.nameOf(identity), this.clock.now());
    await this.mails.send(user, { ...message, key: `identity_linked:${identity.id}` });
  }

  /** Joins the transaction that removes the identity. */
  async unlinked(user: User, identity: LinkedIdentity): Promise<void> {
    const message = identityUnlinkedMessage(user.name, this.nameOf(identity), this.clock.now());
    await this.mails.send(user, { ...message, key: `identity_unlinked:${identity.id}` });
  }

  /** The display name; the identifier for a provider that is no longer configured. */
  private nameOf({ provider }: LinkedIdentity): string {
    return this.providers.list().find((each) => each.provider === provider)?.displayName ?? provider;
  }
}
