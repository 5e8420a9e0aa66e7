import { Injectable } from '@nestjs/common';
import type { Principal, Recognition } from '@trunkline/kernel';
import type { EdgeRequest } from '../endpoint/edge-request';
import { CredentialStrategy } from './credential.strategy';
import { CredentialLookup } from './ports';
import { credentialContext, principalOf } from './request-credentials';
import { SessionCookies } from './session-cookies';

interface FoundSession {
  readonly secret: string;
  readonly recognition: NonNullable<Recognition>;
}

/** Authenticates the signed session cookie of the dashboard. */
@Injectable()
export class SessionStrategy extends CredentialStrategy {
  constructor(
    private readonly credentials: CredentialLookup,
    private readonly cookies: SessionCookies,
  ) {
    super();
  }

  protected override async recognize(request: EdgeRequest): Promise<Principal | null> {
    const found = await this.findSession(request);
    if (!found) return null;
    const { secret, recognition } = found;
    const principal = principalOf(recognition);
    request.edge.sessionSecret = secret;
    // The browser must keep the cookie as long as the server keeps the session.
    if (!recognition.membershipMissing && recognition.isProlonged && recognition.expiresAt && request.res) {
      this.cookies.set(request.res, secret, recognition.expiresAt);
    }
    return principal;
  }

  /** Returns the first session that can send the request to the selected account, else the first that is alive. */
  private async findSession(request: EdgeRequest): Promise<FoundSession | null> {
    const context = credentialContext(request);
    let alive: FoundSession | null = null;
    for (const secret of this.cookies.read(request.headers.cookie)) {
      const recognition = await this.credentials.bySession(secret, context);
      if (!recognition) continue;
      if (canSend(request, recognition)) return { secret, recognition };
      alive ??= { secret, recognition };
    }
    return alive;
  }
}

/** Returns false for an account that the session does not reach, and for a session that lacks its second factor. */
function canSend({ edge }: EdgeRequest, { principal }: NonNullable<Recognition>): boolean {
  return principal !== null && (!principal.isPartial || edge.policy?.access === 'partial');
}
