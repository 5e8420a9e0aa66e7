import type { Permission } from '@trunkline/client';
import { trunkline } from '../../session/client';
import { ROWS_MAX } from '../../ui/one-row/by-id';
import { DELAYS_S, findDelivery } from '../webhooks/find-delivery';

interface Options {
  readonly signal: AbortSignal;
}

/** What belongs to a trunk or a profile keeps its ID when that is archived. */
const ALL = { status: ['active', 'disabled', 'archived'], limit: ROWS_MAX } as const;

/** The status of trunks names their gateways. */
async function trunkOf(gatewayId: string, options: Options): Promise<string | null> {
  for (let cursor: string | undefined; ; ) {
    const page = await trunkline.sipTrunks.list({ ...ALL, cursor }, options);
    const ids = page.items.map(({ id }) => id);
    const { items } = ids.length === 0 ? { items: [] } : await trunkline.sipTrunks.status.list({ id: ids }, options);
    const trunk = items.find(({ gateways }) => gateways.some(({ gateway_id }) => gateway_id === gatewayId));
    if (trunk) return `/trunks/${trunk.trunk_id}`;
    if (page.next_cursor === null) return null;
    cursor = page.next_cursor;
  }
}

async function profileOf(targetId: string, options: Options): Promise<string | null> {
  for await (const { id, target_count } of trunkline.routingProfiles.list(ALL, options)) {
    if (target_count === 0) continue;
    const { targets } = await trunkline.routingProfiles.get(id, options);
    if (targets.some((target) => target.id === targetId)) return `/routing/${id}`;
  }
  return null;
}

/** Looks in the usual times of all endpoints before the whole log of one, which may be long. */
async function endpointOf(deliveryId: string, options: Options): Promise<string | null> {
  for (const delayS of [DELAYS_S.usual, DELAYS_S.most])
    for await (const { id } of trunkline.webhooks.list({ limit: ROWS_MAX }, options)) {
      const { items } = await findDelivery(id, deliveryId, options, delayS);
      if (items.length > 0) return `/developers/webhooks/${id}`;
    }
  return null;
}

interface Owner {
  /** Returns the path of the page of what a part belongs to, by the ID of the part; null if there is none. */
  readonly pathOf: (id: string, options: Options) => Promise<string | null>;
  readonly needs: Permission;
  /** What a role without the permission cannot do. */
  readonly restricted: string;
}

const OWNERS: Readonly<Record<string, Owner>> = {
  gw: { pathOf: trunkOf, needs: 'sip_trunks:read', restricted: 'see SIP trunks' },
  rpt: { pathOf: profileOf, needs: 'routing:read', restricted: 'see routing profiles' },
  whd: { pathOf: endpointOf, needs: 'webhooks:read', restricted: 'see webhooks' },
};

/** Returns what a part belongs to, by the prefix of the ID of the part; null for other IDs. */
export function ownerOf(id: string): Owner | null {
  const prefix = id.slice(0, id.indexOf('_'));
  return Object.hasOwn(OWNERS, prefix) ? (OWNERS[prefix] ?? null) : null;
}
