import type { Settings } from '@trunkline/platform';
import type { EdgeRequest } from '../endpoint/edge-request';

/**
 * True when a page of the dashboard or of this host sent the request. A browser sends the cookie by itself, whoever's
 * page asks it to (contract, section 0, Credentials).
 */
export function isFromOurPages({ headers }: EdgeRequest, settings: Settings): boolean {
  const { origin, referer } = headers;
  const from = origin ?? (referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined);
  return [settings.ROOT_URL, settings.DASHBOARD_URL].some((address) => new URL(address).origin === from);
}
