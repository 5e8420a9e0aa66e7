import type { Principal } from '@trunkline/kernel';

export const ACTOR_KINDS = ['user', 'api_key', 'oauth_app', 'system', 'operator'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Who changed a number, as its history tells it. */
export interface Actor {
  readonly kind: ActorKind;
  /** Null for the system itself. */
  readonly id: string | null;
}

export const SYSTEM: Actor = { kind: 'system', id: null };

const KIND_OF_CREDENTIAL = { session: 'user', key: 'api_key', oauth: 'oauth_app' } as const;

export function actorOf(principal: Pick<Principal, 'credential' | 'credentialId' | 'userId'>): Actor {
  const kind = KIND_OF_CREDENTIAL[principal.credential];
  return { kind, id: kind === 'user' ? principal.userId : principal.credentialId };
}

/** One line of a number's history: what changed, from what to what, named and written as the API shows it. */
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
  'deletion_lock_changed',
  'release_scheduled',
  'release_taken_back',
  'released',
] as const;
export type NumberAction = (typeof NUMBER_ACTIONS)[number];

/** Whether it made anything other than it was. */
export function isChanging({ from, to }: Change): boolean {
  return Object.keys({ ...from, ...to }).some((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]));
}
