import { type ActorColumns, newId } from '@trunkline/kernel';
import type { Actor } from '../actor';

export const PORT_ACTIONS = [
  'created',
  'changed',
  'document_added',
  'document_removed',
  'status_changed',
  'numbers_rejected',
  'number_failed',
] as const;
export type PortAction = (typeof PORT_ACTIONS)[number];

/** What happened to a port. The members of `from` and `to` are those of the API, without personal data. */
export interface PortChange {
  readonly action: PortAction;
  readonly from: Readonly<Record<string, unknown>>;
  readonly to: Readonly<Record<string, unknown>>;
}

/** An entry of a port's timeline. */
export interface PortEvent extends PortChange, ActorColumns {
  readonly id: string;
  readonly requestId: string;
  readonly accountId: string;
  readonly at: Date;
}

/** A message between the customer and the operator. */
export interface PortComment {
  readonly id: string;
  readonly requestId: string;
  readonly accountId: string;
  readonly authorKind: Actor['kind'];
  readonly authorId: string | null;
  /** Sealed at rest: customers write what is personal. */
  readonly body: string;
  readonly createdAt: Date;
}

export function commentOn(
  { id: requestId, accountId }: { readonly id: string; readonly accountId: string },
  { kind: authorKind, id: authorId }: Actor,
  body: string,
  createdAt: Date,
): PortComment {
  return { id: newId('pcm'), requestId, accountId, authorKind, authorId, body, createdAt };
}
