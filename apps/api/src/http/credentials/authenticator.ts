import { Injectable } from '@nestjs/common';
import type { Principal } from '@trunkline/kernel';
import type { Strategy } from 'passport';
import type { EdgeRequest } from '../endpoint/edge-request';
import { SESSION_COOKIE } from './session-cookies';
import { ApiKeyStrategy } from './api-key.strategy';
import { OAuthTokenStrategy } from './oauth-token.strategy';
import { SessionStrategy } from './session.strategy';

const KEY = /^Bearer +svc_/i;
const BEARER = /^Bearer +/i;

type Credential = 'session' | 'key' | 'oauth';

/** Authenticates a request by its session cookie, API key or access token. */
@Injectable()
export class Authenticator {
  private readonly strategies: Readonly<Record<Credential, InstanceType<typeof Strategy>>>;

  constructor(session: SessionStrategy, key: ApiKeyStrategy, oauth: OAuthTokenStrategy) {
    this.strategies = { session, key, oauth };
  }

  /** Returns the principal, or null. Throws `forbidden` for an X-Account-Id that the credential does not reach. */
  authenticate(request: EdgeRequest): Promise<Principal | null> {
    const credential = credentialOf(request);
    if (!credential) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      // Replaces passport's middleware, whose sessions, logins and redirects would cost every request.
      const attempt = Object.create(this.strategies[credential]) as InstanceType<typeof Strategy>;
      attempt.success = (principal) => resolve(principal as Principal);
      attempt.fail = () => resolve(null);
      attempt.error = (error: unknown) => reject(asError(error));
      attempt.authenticate(request);
    });
  }
}

/** The Authorization header takes precedence over the cookie, which browsers send on their own. */
function credentialOf({ headers }: EdgeRequest): Credential | null {
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
