import type { Clock } from '@trunkline/kernel';
import type { IdentityProvider } from '../../domain/identity-providers/identity-provider';
import { type LinkedIdentity, linkIdentity } from '../../domain/identity-providers/linked-identity';
import type { ProviderClaims } from '../../domain/identity-providers/provider-claims';
import type { User } from '../../domain/user';
import type { IdentityMails } from './identity-mails';
import type { LinkedIdentityRepository } from './ports';

/** Links provider identities to users. Every method joins the transaction. */
export class IdentityLinks {
  constructor(
    private readonly identities: LinkedIdentityRepository,
    private readonly mails: IdentityMails,
    private readonly clock: Clock,
  ) {}

  find(provider: IdentityProvider, { issuer, subject }: ProviderClaims): Promise<LinkedIdentity | null> {
    return this.identities.find(provider, issuer, subject);
  }

  /** Links the identity of a new user, without an email. */
  async add(userId: string, provider: IdentityProvider, claims: ProviderClaims): Promise<LinkedIdentity> {
    const identity = linkIdentity(userId, provider, claims, this.clock.now());
    await this.identities.add(identity);
    return identity;
  }

  /** Links an identity to an existing user and notifies the user by email. */
  async link(user: User, provider: IdentityProvider, claims: ProviderClaims): Promise<void> {
    await this.mails.linked(user, await this.add(user.id, provider, claims));
  }

  noteUse({ id }: LinkedIdentity): Promise<void> {
    return this.identities.noteUse(id, this.clock.now());
  }
}
