import type { EventType } from '@trunkline/kernel';

/** The types that customers can read and subscribe to. All others are internal. */
export const PUBLIC_EVENT_TYPES = [
  'number.provisioned',
  'number.suspended',
  'number.resumed',
  'number.release_scheduled',
  'number.registration_rejected',
  'number.released',
  'order.completed',
  'order.failed',
  'call.started',
  'call.completed',
  'trunk.gateway.down',
  'trunk.gateway.up',
  'trunk.registered',
  'trunk.unregistered',
  'billing.topup.succeeded',
  'billing.recharge.succeeded',
  'billing.recharge.failed',
  'billing.balance.low',
  'api_key.expiring',
  'compliance.bundle.approved',
  'compliance.bundle.rejected',
  'compliance.document.expiring',
] as const satisfies readonly EventType[];

export type PublicEventType = (typeof PUBLIC_EVENT_TYPES)[number];

const PUBLIC: ReadonlySet<string> = new Set(PUBLIC_EVENT_TYPES);

export function isPublic(type: string): type is PublicEventType {
  return PUBLIC.has(type);
}

/** Returns the ids in the event's data, by which customers filter. */
export function relatedIdsOf(data: object): string[] {
  const ids = Object.entries(data).filter(([name, value]) => name.endsWith('_id') && typeof value === 'string');
  return ids.map(([, value]) => String(value));
}
