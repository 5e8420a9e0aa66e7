import type { EventType } from '@trunkline/kernel';

/** What customers can subscribe to (spec, Events; contract, section 18). Other events stay within the house. */
export const PUBLIC_EVENT_TYPES = [
  'number.provisioned',
  'number.suspended',
  'number.resumed',
  'number.release_scheduled',
  'number.released',
  'order.completed',
  'order.failed',
  'call.completed',
  'billing.topup.succeeded',
  'billing.recharge.succeeded',
  'billing.recharge.failed',
  'billing.balance.low',
  'api_key.expiring',
] as const satisfies readonly EventType[];

export type PublicEventType = (typeof PUBLIC_EVENT_TYPES)[number];

const PUBLIC: ReadonlySet<string> = new Set(PUBLIC_EVENT_TYPES);

export function isPublic(type: string): type is PublicEventType {
  return PUBLIC.has(type);
}

/** The ids that an event is about, for finding it again by one of them. */
export function relatedIdsOf(data: object): string[] {
  const ids = Object.entries(data).filter(([name, value]) => name.endsWith('_id') && typeof value === 'string');
  return ids.map(([, value]) => String(value));
}
