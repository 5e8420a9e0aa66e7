import { Injectable } from '@nestjs/common';
import type { Principal } from '@trunkline/kernel';
import passport from 'passport';
import type { EdgeRequest } from '../endpoint/edge-request';
import { AccessTokenStrategy, ApiKeyStrategy } from './bearer.strategies';
import { SESSION_COOKIE } from './session-cookies';
import { SessionStrategy } from './session.strategy';

const KEY = /^Bearer +svc_/i;
const BEARER = /^Bearer +/i;

/** Authenticates a request by its session cookie, API key or access token, each a strategy of passport. */
@Injectable()
export class Authenticator {
  private readonly passport = new passport.Passport();

  constructor(session: SessionStrategy, apiKey: ApiKeyStrategy, accessToken: AccessTokenStrategy) {
    this.passport.use('session', session).use('api-key', apiKey).use('access-token', accessToken);
  }

  /** Returns the principal, or null. Throws `forbidden` for an X-Account-Id that the credential does not reach. */
  authenticate(request: EdgeRequest): Promise<Principal | null> {
    const strategy = strategyFor(request);
    if (!strategy) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, principal?: Principal | false) =>
        error ? reject(error) : resolve(principal || null);
      const authenticate = this.passport.authenticate(strategy, done) as Middleware;
      authenticate(request, request.res, reject);
    });
  }
}

type Middleware = (request: EdgeRequest, response: EdgeRequest['res'], next: (error: unknown) => void) => void;

/** The Authorization header takes precedence over the cookie, which browsers send on their own. */
function strategyFor({ headers }: EdgeRequest): 'session' | 'api-key' | 'access-token' | null {
  const { authorization, cookie } = headers;
  if (authorization !== undefined) {
    if (KEY.test(authorization)) return 'api-key';
    return BEARER.test(authorization) ? 'access-token' : null;
  }
  return cookie?.includes(`${SESSION_COOKIE}=`) ? 'session' : null;
}
