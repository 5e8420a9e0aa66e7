import type { views } from '@trunkline/identity';
import type { Response } from 'express';

/**
 * Binds a provider sign-in to the browser that started it, which prevents login CSRF. The `__Host-` prefix stops sibling
 * domains and plain HTTP from setting the cookie. Tabs of a browser share it.
 */
const COOKIE = '__Host-svc_idp';

/** Sets or extends the cookie, so that sign-ins in earlier tabs can still finish. */
export function setProviderCookie(response: Response, { browserSecret, attemptSeconds }: views.BegunSignIn): void {
  const flags = `Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${attemptSeconds}`;
  response.append('Set-Cookie', `${COOKIE}=${browserSecret}; ${flags}`);
}

/** Returns the secret that was set when the sign-in started, or null. */
export function readProviderCookie(header: string | undefined): string | null {
  const pair = header?.split(/;\s*/).find((each) => each.startsWith(`${COOKIE}=`));
  return pair?.slice(COOKIE.length + 1) ?? null;
}
