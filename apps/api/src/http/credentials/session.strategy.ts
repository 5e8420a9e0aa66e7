import { Injectable } from '@nestjs/common';
import { Strategy } from 'passport';
import type { EdgeRequest } from '../endpoint/edge-request';
import { SessionCookies } from './session-cookies';
import { CredentialLookup, type Recognition } from './ports';
import { credentialContext, principalOrForbidden } from './request-credentials';

interface FoundSession {
  readonly secret: string;
  readonly recognition: NonNullable<Recognition>;
}

/** Authenticates the signed session cookie of the dashboard. */
@Injectable()
export class SessionStrategy extends Strategy {
  constructor(
    private readonly credentials: CredentialLookup,
    private readonly cookies: SessionCookies,
  ) {
    super();
  }

  override authenticate(request: EdgeRequest): void {
    const secrets = this.cookies.read(request.headers.cookie);
    if (secrets.length === 0) return this.fail(401);
    this.recognize(secrets, request).then(
      (found) => {
        if (!found) return this.fail(401);
        const { secret, recognition } = found;
        const principal = principalOrForbidden(recognition);
        if (principal instanceof Error) return this.error(principal);
        request.edge.sessionSecret = secret;
        // The browser must keep the cookie as long as the server keeps the session.
        if (recognition.principal && recognition.isProlonged && recognition.expiresAt && request.res) {
          this.cookies.set(request.res, secret, recognition.expiresAt);
        }
        this.success(principal);
      },
      (error: unknown) => this.error(error),
    );
  }

  /** Returns the first session that can send the request to the selected account, else the first that is alive. */
  private async recognize(secrets: readonly string[], request: EdgeRequest): Promise<FoundSession | null> {
    const context = credentialContext(request);
    let alive: FoundSession | null = null;
    for (const secret of secrets) {
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
