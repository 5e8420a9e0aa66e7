import { EXAMPLE_TIME } from '../time/clock';
import { exampleId, type IdPrefix } from '../id';

type Kind =
  | { readonly kind: 'id'; readonly prefix: IdPrefix }
  | { readonly kind: 'text'; readonly max?: number; readonly lines?: boolean }
  | { readonly kind: 'oneOf' | 'listOf'; readonly values: readonly string[]; readonly name?: string }
  | { readonly kind: 'e164' | 'integer' | 'number' | 'time' | 'date' | 'flag' };

/** A member of an event's data: what its schema says about it, and an example, which has its type. */
export type EventMember<T = unknown> = Kind & {
  readonly description: string;
  readonly example: T;
  readonly nullable?: boolean;
  /** A customer may read an event without the member. */
  readonly optional?: boolean;
};

export const id = (prefix: IdPrefix, description: string): EventMember<string> => ({
  kind: 'id',
  prefix,
  description,
  example: exampleId(prefix),
});

export const e164 = (description: string): EventMember<string> => ({
  kind: 'e164',
  description,
  example: '+12125550123',
});

export const text = (
  description: string,
  example: string,
  limits: { readonly max?: number; readonly lines?: boolean } = {},
): EventMember<string> => ({ kind: 'text', description, example, ...limits });

/** Also of cents, which are integers. */
export const integer = (description: string, example: number): EventMember<number> => ({
  kind: 'integer',
  description,
  example,
});

/** With decimal places. */
export const number = (description: string, example: number): EventMember<number> => ({
  kind: 'number',
  description,
  example,
});

/** In Unix seconds. */
export const time = (description: string): EventMember<number> => ({
  kind: 'time',
  description,
  example: EXAMPLE_TIME,
});

export const date = (description: string): EventMember<string> => ({
  kind: 'date',
  description,
  example: '2026-01-31',
});

export const flag = (description: string): EventMember<boolean> => ({ kind: 'flag', description, example: false });

/** One value of a closed list. `name` is that of the list in the OpenAPI document. */
export const oneOf = <V extends string>(
  description: string,
  values: readonly V[],
  example: NoInfer<V>,
  name?: string,
): EventMember<V> => ({ kind: 'oneOf', description, values, example, ...(name !== undefined && { name }) });

export const listOf = <V extends string>(
  description: string,
  values: readonly V[],
  example: NoInfer<V>,
  name: string,
): EventMember<readonly V[]> => ({ kind: 'listOf', description, values, example: [example], name });

export const nullable = <T>(member: EventMember<T>): EventMember<T | null> => ({ ...member, nullable: true });

/** A nullable member that the example shows as null. */
export const nullInExample = <T>(member: EventMember<T>): EventMember<T | null> => ({
  ...member,
  nullable: true,
  example: null,
});

/** A member that may be missing. */
export const optional = <T>(member: EventMember<T>): EventMember<T | undefined> => ({ ...member, optional: true });

/** A member that every event has, except those of older releases. */
export const addedLater = <T>(member: EventMember<T>): EventMember<T> => ({ ...member, optional: true });
