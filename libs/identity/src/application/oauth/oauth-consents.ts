import { type Clock, covers, invalidFields, type Principal, type Transactor } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import type { AccountOfUser } from '../../domain/members/membership';
import { newOAuthGrant } from '../../domain/oauth/oauth-grant';
import { grantableBy, knownScopes, type OAuthScope } from '../../domain/oauth/scopes';
import type { MembershipRepository, SessionRepository } from '../ports';
import type { ConsentDecision, ConsentRequest, ConsentRequests, OAuthGrantRepository } from './ports';

/** An account that the user can connect, with the part of the requested scopes that the user's role covers. */
export interface ConnectableAccount extends AccountOfUser {
  readonly grantableScopes: readonly OAuthScope[];
}

export interface ConsentView extends ConsentRequest {
  readonly accounts: readonly ConnectableAccount[];
}

export interface Approval {
  /** Default: the account of the session. */
  readonly accountId?: string | undefined;
  /** Default: every requested scope that the role covers. */
  readonly scopes?: readonly string[] | undefined;
}

const SESSION_ENDED = 'The session has ended. Sign in again.';

/** A user's decision on the authorization request of an application. */
export class OAuthConsents {
  constructor(
    private readonly tx: Transactor,
    private readonly requests: ConsentRequests,
    private readonly grants: OAuthGrantRepository,
    private readonly memberships: MembershipRepository,
    private readonly sessions: SessionRepository,
    private readonly clock: Clock,
  ) {}

  /** Throws consent_expired for a request that is unknown, expired or decided. */
  async describe({ userId }: Principal, requestId: string): Promise<ConsentView> {
    const request = await this.find(requestId);
    const accounts = await this.memberships.accountsOf(userId);
    const connectable = accounts
      .filter(({ status }) => status === 'active')
      .map((account) => ({ ...account, grantableScopes: grantableBy(account.role, request.scopes) }));
    return { ...request, accounts: connectable };
  }

  /**
   * Creates the grant and returns where the browser continues. Throws consent_expired, unauthorized when the session has
   * ended meanwhile, and 422 for an account that is not an active one of the user and for scopes that were not requested or exceed the role.
   */
  approve(
    { userId, accountId: ownAccountId, credentialId: sessionId }: Principal,
    requestId: string,
    approval: Approval,
  ): Promise<string> {
    return this.tx.run(async () => {
      const request = await this.find(requestId);
      const accountId = approval.accountId ?? ownAccountId;
      const grantable = await this.grantableIn(accountId, userId, request.scopes);
      const scopes = chosenScopes(approval.scopes, request.scopes, grantable);
      // A password reset ends the session first, then its grants: this one must be among them.
      if ((await this.sessions.lock(sessionId))?.revokedAt)
        throw IdentityErrors.unauthorized({ message: SESSION_ENDED });
      const { clientId } = request.app;
      const grant = newOAuthGrant({ clientId, userId, accountId, sessionId, scopes }, this.clock.now());
      await this.grants.add(grant);
      await this.decide(requestId, { userId, grantId: grant.id });
      return request.returnTo;
    });
  }

  /** Returns where the browser continues. Throws consent_expired. */
  deny({ userId }: Principal, requestId: string): Promise<string> {
    return this.tx.run(async () => {
      const { returnTo } = await this.find(requestId);
      await this.decide(requestId, { userId, grantId: null });
      return returnTo;
    });
  }

  private async find(requestId: string): Promise<ConsentRequest> {
    const request = await this.requests.find(requestId, this.clock.now());
    if (!request) throw IdentityErrors.consent_expired();
    return request;
  }

  private async decide(requestId: string, decision: ConsentDecision): Promise<void> {
    if (!(await this.requests.decide(requestId, decision, this.clock.now()))) throw IdentityErrors.consent_expired();
  }

  /** Locks the membership: when it ends, its grants are revoked, and this one must be among them. */
  private async grantableIn(accountId: string, userId: string, scopes: readonly OAuthScope[]): Promise<OAuthScope[]> {
    const membership = await this.memberships.lock(accountId, userId);
    const accounts = await this.memberships.accountsOf(userId);
    const isActive = accounts.some((account) => account.accountId === accountId && account.status === 'active');
    if (!membership || !isActive)
      throw invalidFields({ account_id: 'must be an active account of which you are a member' });
    return grantableBy(membership.role, scopes);
  }
}

function chosenScopes(
  chosen: readonly string[] | undefined,
  requested: readonly OAuthScope[],
  grantable: readonly OAuthScope[],
): OAuthScope[] {
  const scopes = chosen ? knownScopes(chosen) : [...grantable];
  if (!scopes.every((scope) => covers(requested, scope))) {
    throw invalidFields({ scopes: 'must contain only scopes that the application requested' });
  }
  if (scopes.length === 0 || !scopes.every((scope) => covers(grantable, scope))) {
    throw invalidFields({ scopes: 'must contain scopes that your role in the account permits, and at least one' });
  }
  return scopes;
}
