import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reauthentication } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import { Settings } from '@trunkline/platform';
import { Authenticator } from '../../http/credentials/authenticator';
import { EdgeErrors } from '../../http/answers/edge-errors';
import { type EdgeRequest, requestOf } from '../../http/endpoint/edge-request';
import { hasTrustedOrigin } from '../../http/guard/origins';

/**
 * Applies the checks of a cookie-authenticated change to `mode=link`, although it is a GET: it adds a sign-in method to the
 * signed-in user. Otherwise, a malicious page could link an identity of its author to the account of the victim.
 */
@Injectable()
export class LinkingGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly reauthentication: Reauthentication,
    private readonly settings: Settings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    if (request.query['mode'] !== 'link') return true;
    const principal = await this.authenticator.authenticate(request);
    if (!principal) throw EdgeErrors.unauthorized();
    this.refuse(principal, request);
    request.edge.principal = principal;
    return true;
  }

  private refuse(principal: Principal, request: EdgeRequest): void {
    if (principal.credential !== 'session') throw EdgeErrors.session_required();
    if (principal.isPartial) throw EdgeErrors.mfa_required();
    if (!hasTrustedOrigin(request, this.settings)) throw EdgeErrors.csrf_rejected();
    if (principal.accountStatus === 'closed') throw EdgeErrors.account_closed();
    if (!this.reauthentication.isRecent(principal)) throw EdgeErrors.reauthentication_required();
  }
}
