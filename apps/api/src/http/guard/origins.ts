import type { IncomingMessage } from 'node:http';
import type { Settings } from '@trunkline/platform';

export const DASHBOARD_PREFIX = '/dashboard';
/** The names under which a browser reaches a server of its own machine. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1'];

type Addresses = Pick<Settings, 'ROOT_URL' | 'DASHBOARD_URL' | 'isSandbox'>;
type Addressed = Pick<IncomingMessage, 'headers'>;

/** True for a path of the dashboard, where this API serves it. */
export const isDashboardPath = (path: string): boolean =>
  path === DASHBOARD_PREFIX || path.startsWith(`${DASHBOARD_PREFIX}/`);

/**
 * True if a page of the dashboard or of this host sent the request. Browsers attach the cookie to requests of foreign
 * pages too (cross-site request forgery).
 */
export function hasTrustedOrigin({ headers }: Addressed, settings: Addresses): boolean {
  const { origin, referer } = headers;
  const from = origin ?? (referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined);
  const trusted = [settings.ROOT_URL, settings.DASHBOARD_URL].flatMap((address) => originsOf(address, settings));
  return from !== undefined && trusted.includes(from);
}

/** Returns the origin of an address. In a sandbox on a loopback address: under both of its names. */
export function originsOf(address: string, settings: Addresses): string[] {
  const url = new URL(address);
  const names = settings.isSandbox && LOOPBACK_NAMES.includes(url.hostname) ? LOOPBACK_NAMES : [url.hostname];
  return names.map((name) => Object.assign(new URL(url), { hostname: name }).origin);
}

/**
 * Returns an address of this API under the name by which the request reached it, so that a redirect keeps the browser's
 * cookies, which belong to one name. Other addresses, and all outside of a sandbox, are returned unchanged.
 */
export function asAddressed(address: string, { headers }: Addressed, settings: Addresses): string {
  const root = new URL(settings.ROOT_URL);
  const reached = originsOf(settings.ROOT_URL, settings).find((origin) => new URL(origin).host === headers.host);
  const isOwn = address === root.origin || address.startsWith(`${root.origin}/`);
  return reached !== undefined && isOwn ? `${reached}${address.slice(root.origin.length)}` : address;
}
