import { ATTEMPT_SECONDS } from '@trunkline/identity';
import type { Response } from 'express';

/**
 * Binds a trip to an identity provider to the browser that began it, so that nobody is signed in by a link that somebody
 * else made (login CSRF). `__Host-`: neither a sibling domain nor plain http can plant it. Several tabs share it.
 */
const COOKIE = '__Host-svc_idp';

/** Also prolongs it: a tab that began earlier finishes too. */
export function setProviderCookie(response: Response, browserSecret: string): void {
  const flags = `Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${ATTEMPT_SECONDS}`;
  response.append('Set-Cookie', `${COOKIE}=${browserSecret}; ${flags}`);
}

/** What the browser has from the start of its trip, or null. */
export function readProviderCookie(header: string | undefined): string | null {
  const pair = header?.split(/;\s*/).find((each) => each.startsWith(`${COOKIE}=`));
  return pair?.slice(COOKIE.length + 1) ?? null;
}
