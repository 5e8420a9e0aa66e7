import { PUBLIC_EVENTS } from './catalogue';
import type { INTERNAL_EVENTS } from './internal-events';
import type { EventMember } from './members';

export type PublicEventType = keyof typeof PUBLIC_EVENTS;
export const PUBLIC_EVENT_TYPES = Object.keys(PUBLIC_EVENTS) as readonly PublicEventType[];

export function isPublicEvent(type: string): type is PublicEventType {
  return type in PUBLIC_EVENTS;
}

type ValueOf<M> = M extends EventMember<infer T> ? T : never;
type OptionalOf<M> = { [K in keyof M]: undefined extends ValueOf<M[K]> ? K : never }[keyof M];
type DataOf<M> = { readonly [K in Exclude<keyof M, OptionalOf<M>>]: ValueOf<M[K]> } & {
  readonly [K in OptionalOf<M>]?: Exclude<ValueOf<M[K]>, undefined>;
};

/** The data of each event by its type. */
export type EventPayloads = {
  readonly [T in PublicEventType]: DataOf<(typeof PUBLIC_EVENTS)[T]['data']>;
} & {
  readonly [T in keyof typeof INTERNAL_EVENTS]: NonNullable<(typeof INTERNAL_EVENTS)[T]['data']>;
};

export type EventType = keyof EventPayloads;

export function exampleOf<T extends PublicEventType>(type: T): EventPayloads[T] {
  const members = Object.entries<EventMember>(PUBLIC_EVENTS[type].data);
  return Object.fromEntries(members.map(([name, { example }]) => [name, example])) as EventPayloads[T];
}

export type IntegrationEvent = {
  [T in EventType]: { readonly type: T; readonly accountId: string; readonly data: Readonly<EventPayloads[T]> };
}[EventType];

/** An event as its subscribers receive it. */
export type PublishedEvent = IntegrationEvent & { readonly id: string; readonly createdAt: Date };

export abstract class EventBus {
  /** Publishes an event: delivered at least once, in order per account, and only if the surrounding transaction commits. */
  abstract publish(event: IntegrationEvent): Promise<void>;
  /** Publishes the events in the given order, in one step. */
  abstract publishAll(events: readonly IntegrationEvent[]): Promise<void>;
}
