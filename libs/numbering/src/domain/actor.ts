export { type Actor, type ActorKind, actorOf, SYSTEM } from '@trunkline/kernel';

/** A change in the history of a number. The members of `from` and `to` are those of the API. */
export interface Change {
  readonly action: NumberAction;
  readonly from: Readonly<Record<string, unknown>>;
  readonly to: Readonly<Record<string, unknown>>;
}

export const NUMBER_ACTIONS = [
  'ordered',
  'activated',
  'suspended',
  'resumed',
  'routing_changed',
  'compliance_changed',
  'label_changed',
  'tags_changed',
  'notes_changed',
  'deletion_lock_changed',
  'sms_webhook_changed',
  'release_scheduled',
  'release_taken_back',
  'released',
  'price_announced',
  'price_withdrawn',
  'port_out_lock_changed',
  'port_out_pin_set',
  'port_out_begun',
  'port_out_refused',
] as const;
export type NumberAction = (typeof NUMBER_ACTIONS)[number];

/** Returns whether a change has any effect. */
export function isChanging({ from, to }: Change): boolean {
  return Object.keys({ ...from, ...to }).some((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]));
}
