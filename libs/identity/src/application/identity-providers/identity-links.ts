import type { Clock } from '@trunkline/kernel';
import type { IdentityProvider } from '../../domain/identity-providers/identity-provider';
import { type LinkedIdentity, linkIdentity } from '../../domain/identity-providers/linked-identity';
import type { ProviderClaims } from '../../domain/identity-providers/provider-claims';
import type { User } from '../../domain/users/user';
import type { IdentityMails } from './identity-mails';
import type { LinkedIdentityRepository } from './ports';

/** Which user someone at a provider is. Everything joins the transaction around it. */
export class IdentityLinks {
  constructor(
    private readonly identities: LinkedIdentityRepository,
    private readonly mails: IdentityMails,
    private readonly clock: Clock,
  ) {}

  find(provider: IdentityProvider, { issuer, subject }: ProviderClaims): Promise<LinkedIdentity | null> {
    return this.identities.find(provider, issuer, subject);
  }

  /** Of somebody new, who has just come from there. */
  async add(userId: string, provider: IdentityProvider, claims: ProviderClaims): Promise<LinkedIdentity> {
    const identity = linkIdentity(userId, provider, claims, this.clock.now());
    await this.identities.add(identity);
    return identity;
  }

  /** As `add`, of a known user, who is told by mail. */
  async link(user: User, provider: IdentityProvider, claims: ProviderClaims): Promise<void> {
    await this.mails.linked(user, await this.add(user.id, provider, claims));
  }

  noteUse({ id }: LinkedIdentity): Promise<void> {
    return this.identities.noteUse(id, this.clock.now());
  }
}
