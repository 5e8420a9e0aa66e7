import type { Page } from './page';
import type { Principal } from './principal';

export const ACTOR_KINDS = ['user', 'api_key', 'oauth_app', 'system', 'operator'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** The user, credential, operator or process that makes a change. */
export interface Actor {
  readonly kind: ActorKind;
  /** Null for the system. Of an OAuth application, its client id. */
  readonly id: string | null;
}

export const SYSTEM: Actor = { kind: 'system', id: null };

const KIND_OF_CREDENTIAL = { session: 'user', key: 'api_key', oauth: 'oauth_app' } as const;

export function actorOf(principal: Pick<Principal, 'credential' | 'credentialId' | 'userId' | 'clientId'>): Actor {
  const { credential, credentialId, userId, clientId } = principal;
  const ids = { session: userId, key: credentialId, oauth: clientId ?? credentialId };
  return { kind: KIND_OF_CREDENTIAL[credential], id: ids[credential] };
}

/** An actor as histories show it. */
export interface NamedActor extends Actor {
  /** Name of the user, API key or OAuth application. Null for the system, for operators, and if there is no name any more. */
  readonly name: string | null;
}

/** A change with the columns of its actor. */
export interface ActorColumns {
  readonly actorKind: ActorKind;
  readonly actorId: string | null;
}

export type Named<T> = T & { readonly actor: NamedActor };

/** Finds the names of actors. */
export abstract class ActorNames {
  /**
   * Returns a page of an account with the named actor of each change. For operators, ID and name are null: customers do not learn
   * which operator acted.
   */
  abstract named<T extends ActorColumns>(accountId: string, page: Page<T>): Promise<Page<Named<T>>>;
}
