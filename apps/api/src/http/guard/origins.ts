import type { Settings } from '@trunkline/platform';
import type { EdgeRequest } from '../endpoint/edge-request';

/**
 * True if a page of the dashboard or of this host sent the request. Browsers attach the cookie to requests of foreign
 * pages too (cross-site request forgery).
 */
export function hasTrustedOrigin({ headers }: EdgeRequest, settings: Settings): boolean {
  const { origin, referer } = headers;
  const from = origin ?? (referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined);
  return [settings.ROOT_URL, settings.DASHBOARD_URL].some((address) => new URL(address).origin === from);
}
