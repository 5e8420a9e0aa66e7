import type { Page, WebhookDelivery } from '@trunkline/client';
import { trunkline } from '../../session/client';
import { among, timeAround } from '../../ui/one-row/by-id';

/** A delivery is created after its event, whose time its ID has. */
const DELAY_S = 3600;

/** Returns the list of the delivery with an ID to an endpoint, or of none. */
export function findDelivery(
  endpointId: string,
  id: string,
  options: { readonly signal: AbortSignal },
): Promise<Page<WebhookDelivery>> {
  const { from, to } = timeAround(id);
  return among(trunkline.webhooks.deliveries.list(endpointId, { from, to: to + DELAY_S }, options), id);
}
