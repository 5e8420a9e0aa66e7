import type { Clock, Transactor } from '@trunkline/kernel';
import type { ProviderAttempt } from '../../domain/identity-providers/identity-provider';
import type { ProviderClaims } from '../../domain/identity-providers/provider-claims';
import type { UserRepository } from '../ports';
import type { IdentityLinks } from './identity-links';
import type { ProviderError } from './outcome';
import type { LinkingSessions } from './ports';

/** Links a provider identity to the signed-in user. Emails are not compared: the session is the proof. */
export class LinkByIdentity {
  constructor(
    private readonly tx: Transactor,
    private readonly users: UserRepository,
    private readonly links: IdentityLinks,
    private readonly sessions: LinkingSessions,
    private readonly clock: Clock,
  ) {}

  /** Returns null when linked; idempotent. Returns `idp_failed` when the session has ended. */
  link(attempt: ProviderAttempt, claims: ProviderClaims): Promise<ProviderError | null> {
    return this.tx.run(() => this.decide(attempt, claims));
  }

  private async decide(
    { provider, linkingSession }: ProviderAttempt,
    claims: ProviderClaims,
  ): Promise<ProviderError | null> {
    if (!linkingSession || !(await this.sessions.isLive(linkingSession.sessionId, this.clock.now())))
      return 'idp_failed';
    // Locked so that the last sign-in method cannot be removed meanwhile.
    const user = await this.users.lock(linkingSession.userId);
    if (!user) return 'idp_failed';
    const linked = await this.links.find(provider, claims);
    if (linked) return linked.userId === user.id ? null : 'identity_in_use';
    await this.links.link(user, provider, claims);
    return null;
  }
}
