import { Injectable } from '@nestjs/common';
import { Credentials } from '@trunkline/identity';
import { Strategy } from 'passport';
import type { EdgeRequest } from '../endpoint/edge-request';
import { SessionCookies } from './session-cookies';
import { asked, principalIn } from './asked';

/** The signed session cookie of the dashboard (spec, Authentication). */
@Injectable()
export class SessionStrategy extends Strategy {
  constructor(
    private readonly credentials: Credentials,
    private readonly cookies: SessionCookies,
  ) {
    super();
  }

  override authenticate(request: EdgeRequest): void {
    const secret = this.cookies.read(request.headers.cookie);
    if (!secret) return this.fail(401);
    this.credentials.bySession(secret, asked(request)).then(
      (recognition) => {
        if (!recognition) return this.fail(401);
        const principal = principalIn(recognition);
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
