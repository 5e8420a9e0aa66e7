import { Injectable } from '@nestjs/common';
import { Strategy } from 'passport';
import type { EdgeRequest } from '../endpoint/edge-request';
import { SessionCookies } from './session-cookies';
import { CredentialLookup } from './ports';
import { credentialContext, principalOrForbidden } from './request-credentials';

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
    const secret = this.cookies.read(request.headers.cookie);
    if (!secret) return this.fail(401);
    this.credentials.bySession(secret, credentialContext(request)).then(
      (recognition) => {
        if (!recognition) return this.fail(401);
        const principal = principalOrForbidden(recognition);
        if (principal instanceof Error) return this.error(principal);
        // The browser must keep the cookie as long as the server keeps the session.
        if (recognition.principal && recognition.isProlonged && recognition.expiresAt && request.res) {
          this.cookies.set(request.res, secret, recognition.expiresAt);
        }
        this.success(principal);
      },
      (error: unknown) => this.error(error),
    );
  }
}
