import { Injectable } from '@nestjs/common';
import { type AccountStatus, DomainError, may, type Principal } from '@trunkline/kernel';
import { Settings } from '@trunkline/platform';
import { EdgeErrors } from '../answers/edge-errors';
import { Authenticator } from '../credentials/authenticator';
import { RecentSignIn } from '../credentials/ports';
import type { EdgeRequest } from '../endpoint/edge-request';
import type { Policy } from '../endpoint/policy';
import { hasTrustedOrigin } from './origins';

/** Decides what a credential may do: its permissions, and the state of its account. */
@Injectable()
export class Admission {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly settings: Settings,
    private readonly signIns: RecentSignIn,
  ) {}

  /** Throws unless the principal may send the request. */
  authorize(request: EdgeRequest, principal: Principal, policy: Policy): void {
    if (principal.isPartial && policy.access !== 'partial') throw EdgeErrors.mfa_required();
    if (principal.credential === 'session' && policy.isChange && !hasTrustedOrigin(request, this.settings)) {
      throw EdgeErrors.csrf_rejected();
    }
    requirePermission(principal, policy);
    requireAccountState(principal, policy);
    if (policy.recentSignIn) this.requireRecentSignIn(request, principal);
  }

  /**
   * Returns whether an admitted request, whose response is still being sent, would be admitted now for the same account. Does
   * not count as a use of its credential.
   */
  async isStillAdmitted(request: EdgeRequest): Promise<boolean> {
    const { policy, principal } = request.edge;
    if (!policy || !principal) return false;
    // Without a response, on which a session would set its cookie.
    const again = Object.create(request, {
      res: { value: undefined },
      edge: { value: { ...request.edge, isRecheck: true } },
    }) as EdgeRequest;
    try {
      const current = await this.authenticator.authenticate(again);
      if (current?.accountId !== principal.accountId) return false;
      this.authorize(again, current, policy);
      return true;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  }

  private requireRecentSignIn(request: EdgeRequest, principal: Principal): void {
    const body = request.body as unknown;
    const hasPassword = typeof body === 'object' && body !== null && 'password' in body;
    if (!this.signIns.isRecent(principal) && !hasPassword) throw EdgeErrors.reauthentication_required();
  }
}

function requirePermission(principal: Principal, policy: Policy): void {
  if (!policy.credentials.includes(principal.credential)) {
    throw policy.credentials.join() === 'session' && principal.credential === 'key'
      ? EdgeErrors.session_required()
      : EdgeErrors.forbidden();
  }
  const { permissions, anyPermission } = policy;
  const hasAny = anyPermission.length === 0 || anyPermission.some((permission) => may(principal, permission));
  if (!hasAny || !permissions.every((permission) => may(principal, permission))) throw EdgeErrors.forbidden();
}

function requireAccountState({ accountStatus, tier }: Principal, policy: Policy): void {
  if (policy.access === 'partial') return;
  if (accountStatus === 'closed') throw EdgeErrors.account_closed();
  if (policy.isOrder && tier === 'manual_review') throw EdgeErrors.manual_review_required();
  if (policy.isWrite) requireWritableAccount(accountStatus, policy.allowed);
}

/** Throws unless the endpoint allows the account's state. See `allowed` of EndpointOptions. */
function requireWritableAccount(status: AccountStatus, allowed: Policy['allowed']): void {
  if (status === 'suspended' && !allowed?.suspended) throw EdgeErrors.account_suspended();
  if (status === 'pending_closure' && !allowed?.pendingClosure) throw EdgeErrors.account_pending_closure();
}
