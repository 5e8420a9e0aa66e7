import { Injectable } from '@nestjs/common';
import type { Principal } from '@trunkline/kernel';
import passport from 'passport';
import type { EdgeRequest } from '../edge-request';
import { SESSION_COOKIE } from '../session-cookies';
import { ApiKeyStrategy } from './api-key.strategy';
import { OAuthTokenStrategy } from './oauth-token.strategy';
import { SessionStrategy } from './session.strategy';

const KEY = /^Bearer +svc_/i;
const BEARER = /^Bearer +/i;

/** The three credentials behind one door: what the request carries decides which strategy looks at it. */
@Injectable()
export class Authenticator {
  private readonly passport = new passport.Passport();

  constructor(session: SessionStrategy, key: ApiKeyStrategy, token: OAuthTokenStrategy) {
    this.passport.use('session', session).use('key', key).use('oauth', token);
  }

  /** Who asks, or null. Throws `forbidden` for an X-Account-Id that the credential does not reach. */
  authenticate(request: EdgeRequest): Promise<Principal | null> {
    const strategy = strategyFor(request);
    if (!strategy) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      const done = (error: unknown, principal?: Principal | false | null): void => {
        if (error) reject(asError(error));
        else resolve(principal || null);
      };
      const middleware = this.passport.authenticate(strategy, { session: false }, done) as (
        request: EdgeRequest,
        response: unknown,
        next: (error?: unknown) => void,
      ) => void;
      middleware(request, request.res, (error) => reject(asError(error)));
    });
  }
}

/** An Authorization header wins over a cookie: a client that sends one means it. */
function strategyFor({ headers }: EdgeRequest): string | null {
  const { authorization, cookie } = headers;
  if (authorization !== undefined) {
    if (KEY.test(authorization)) return 'key';
    return BEARER.test(authorization) ? 'oauth' : null;
  }
  return cookie?.includes(`${SESSION_COOKIE}=`) ? 'session' : null;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
