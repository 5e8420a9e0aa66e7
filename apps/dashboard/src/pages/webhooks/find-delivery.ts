import type { Page, WebhookDelivery } from '@trunkline/client';
import { trunkline } from '../../session/client';
import { among, ROWS_MAX, timeAround } from '../../ui/one-row/by-id';

/** How long after its event, whose time its ID has, a delivery is created: usually soon, by a replay within 30 days. */
export const DELAYS_S = { usual: 3600, most: 30 * 86_400 };

/** Returns the list of the delivery with an ID to an endpoint, or of none. */
export function findDelivery(
  endpointId: string,
  id: string,
  options: { readonly signal: AbortSignal },
  delayS = DELAYS_S.most,
): Promise<Page<WebhookDelivery>> {
  const { from, to } = timeAround(id);
  const query = { from, to: to + delayS, order: 'asc', limit: ROWS_MAX } as const;
  return among(trunkline.webhooks.deliveries.list(endpointId, query, options), id);
}
