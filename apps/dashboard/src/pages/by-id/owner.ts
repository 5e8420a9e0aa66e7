import { trunkline } from '../../session/client';
import { findDelivery } from '../webhooks/find-delivery';

interface Options {
  readonly signal: AbortSignal;
}

/** The most that the API lists at once, and reports the status of. */
const ALL = 100;

/** The status of trunks names their gateways. */
async function trunkOf(gatewayId: string, options: Options): Promise<string | null> {
  for (let cursor: string | undefined; ; ) {
    const page = await trunkline.sipTrunks.list(
      { status: ['active', 'disabled', 'archived'], limit: ALL, cursor },
      options,
    );
    const ids = page.items.map(({ id }) => id);
    const { items } = ids.length === 0 ? { items: [] } : await trunkline.sipTrunks.status.list({ id: ids }, options);
    const trunk = items.find(({ gateways }) => gateways.some(({ gateway_id }) => gateway_id === gatewayId));
    if (trunk) return `/trunks/${trunk.trunk_id}`;
    if (page.next_cursor === null) return null;
    cursor = page.next_cursor;
  }
}

async function profileOf(targetId: string, options: Options): Promise<string | null> {
  for await (const { id, target_count } of trunkline.routingProfiles.list({ limit: ALL }, options)) {
    if (target_count === 0) continue;
    const { targets } = await trunkline.routingProfiles.get(id, options);
    if (targets.some((target) => target.id === targetId)) return `/routing/${id}`;
  }
  return null;
}

async function endpointOf(deliveryId: string, options: Options): Promise<string | null> {
  for await (const { id } of trunkline.webhooks.list({}, options)) {
    const { items } = await findDelivery(id, deliveryId, options);
    if (items.length > 0) return `/developers/webhooks/${id}`;
  }
  return null;
}

const OWNERS = { gw: trunkOf, rpt: profileOf, whd: endpointOf };

/** Returns the path of the page of what a part belongs to, by the ID of the part; null if there is none. */
export async function pathOfOwner(id: string, options: Options): Promise<string | null> {
  const prefix = id.slice(0, id.indexOf('_'));
  const ownerOf = Object.hasOwn(OWNERS, prefix) ? OWNERS[prefix as keyof typeof OWNERS] : null;
  return ownerOf?.(id, options) ?? null;
}
