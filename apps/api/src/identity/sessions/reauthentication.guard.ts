import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { PASSWORD_LENGTH_MAX, Reauthentication } from '@trunkline/identity';
import { invalidFields, type Principal } from '@trunkline/kernel';
import { callerOf, principalOf, requestOf } from '../../http/endpoint/edge-request';

/**
 * Guards handlers that accept `password` instead of a recent sign-in. A guard runs before the transaction of an
 * Idempotency-Key starts: a wrong password must stay counted when the request is rejected.
 */
@Injectable()
export class ReauthenticationGuard implements CanActivate {
  constructor(private readonly reauthentication: Reauthentication) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const principal = principalOf(request);
    if (!this.isTrusted(principal, request.edge.policy?.recentSignIn === true))
      await this.reauthentication.confirm(principal, passwordIn(request.body), callerOf(request));
    return true;
  }

  /** Returns whether no password is needed. A key needs one only if the endpoint requires a recent sign-in. */
  private isTrusted(principal: Principal, requiresRecentSignIn: boolean): boolean {
    if (principal.credential !== 'session') return !requiresRecentSignIn;
    return this.reauthentication.isRecent(principal);
  }
}

function passwordIn(body: unknown): string | null {
  const password: unknown = typeof body === 'object' && body !== null && 'password' in body ? body.password : undefined;
  if (password === undefined) return null;
  if (typeof password !== 'string' || password.length > PASSWORD_LENGTH_MAX) {
    throw invalidFields({ password: `must be text of at most ${String(PASSWORD_LENGTH_MAX)} characters` });
  }
  return password;
}
