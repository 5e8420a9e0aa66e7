import type { EventType, PublishedEvent } from '@trunkline/kernel';

export type EventOf<T extends EventType> = Extract<PublishedEvent, { readonly type: T }>;

/** A handler of an event type. */
export interface Subscription<E extends PublishedEvent = PublishedEvent> {
  /** Stored with each delivery, so it must not change after a release. */
  readonly name: string;
  /**
   * True: `handle` only has effects in the database. It runs in the transaction that marks the delivery as done, so it takes
   * effect once, and receives the events of an account in order.
   * False: `handle` has external effects (mail, HTTP). It runs outside of a transaction, in any order, and sometimes twice.
   */
  readonly inTransaction: boolean;
  /** For effects that must survive a long outage of a third party, such as mails. */
  readonly retriesWithoutLimit?: boolean;
  /** Receives no new events, and handles those that an earlier release has stored for it. */
  readonly isRetired?: boolean;
  readonly handle: (event: E) => Promise<void>;
  /**
   * Handles consecutive events of one account, in order, in place of as many calls of `handle`. Only for subscribers in a
   * transaction, whose effects take one statement for all.
   */
  readonly handleAll?: (events: readonly E[]) => Promise<void>;
  /**
   * `handleAll` also handles events of several accounts, those of each account in order. Lanes that wait share a transaction
   * then.
   */
  readonly spansAccounts?: boolean;
}

/** Handlers by event type; those under `*` receive every event. */
export type SubscriptionTable = {
  readonly [T in EventType]?: readonly Subscription<EventOf<T>>[];
} & { readonly '*'?: readonly Subscription[] };

const NAME = /^[a-z][a-z0-9-]{0,62}$/;

/** The validated table of subscriptions. An invalid table fails the start. */
export class Subscriptions {
  private readonly byType = new Map<string, readonly Subscription[]>();
  private readonly kinds = new Map<string, boolean>();
  private readonly spanning = new Set<string>();

  constructor(table: SubscriptionTable) {
    // The table pairs each type with handlers of that type, which a Map cannot express.
    for (const [type, entries] of Object.entries(table) as [string, readonly Subscription[]][]) {
      this.byType.set(type, entries);
      entries.forEach((entry) => this.register(entry));
    }
    for (const type of this.byType.keys()) this.checkDistinct(type);
  }

  get names(): string[] {
    return [...this.kinds.keys()];
  }

  /** The queues of the subscribers: one for all transactional ones, one for each with external effects. */
  get queues(): string[] {
    return [...new Set(this.names.map((name) => this.queueOf(name)))];
  }

  of(type: string): readonly Subscription[] {
    return [...(this.byType.get(type) ?? []), ...(this.byType.get('*') ?? [])];
  }

  find(type: string, name: string): Subscription | undefined {
    return this.of(type).find((subscription) => subscription.name === name);
  }

  /** Returns whether the subscriber's handlers run in a transaction, or undefined for an unknown name. */
  isInTransaction(name: string): boolean | undefined {
    return this.kinds.get(name);
  }

  /** Returns whether the subscriber's handlers take events of several accounts at once. */
  spansAccounts(name: string): boolean {
    return this.spanning.has(name);
  }

  queueOf(name: string): string {
    // An unavailable mail server must only fill its own queue.
    return this.kinds.get(name) === false ? `events-${name}` : 'events';
  }

  private register({ name, inTransaction, handleAll, spansAccounts = false }: Subscription): void {
    if (!NAME.test(name)) throw new Error(`The subscriber name "${name}" is invalid.`);
    if ((this.kinds.get(name) ?? inTransaction) !== inTransaction)
      throw new Error(`The subscriber ${name} is declared both as transactional and not.`);
    this.kinds.set(name, inTransaction);
    if (!spansAccounts) return;
    if (!inTransaction || !handleAll)
      throw new Error(`The subscriber ${name} spans accounts, so it must handle events together in a transaction.`);
    this.spanning.add(name);
  }

  private checkDistinct(type: string): void {
    const names = (type === '*' ? (this.byType.get('*') ?? []) : this.of(type)).map(({ name }) => name);
    if (new Set(names).size < names.length) throw new Error(`A subscriber is listed twice under ${type}.`);
  }
}
