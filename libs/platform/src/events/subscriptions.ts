import type { EventType, PublishedEvent } from '@trunkline/kernel';

export type EventOf<T extends EventType> = Extract<PublishedEvent, { readonly type: T }>;

/** One who reacts to an event. */
export interface Subscription<E extends PublishedEvent = PublishedEvent> {
  /** Stored with each delivery, so it stays what it is once released. */
  readonly name: string;
  /**
   * True: `handle` has effects in the database alone. It runs in one transaction with the mark that it has run, so that it
   * takes effect once, and an account's events reach it in order.
   * False: `handle` acts outside (mail, HTTP), in no transaction, in no order, and now and then twice for one event.
   */
  readonly inTransaction: boolean;
  /** Never given up: for what a third party that is away for long must not lose, such as a mail. */
  readonly isPatient?: boolean;
  readonly handle: (event: E) => Promise<void>;
}

/** Who reacts to what; `*` hears of every event. */
export type SubscriptionTable = {
  readonly [T in EventType]?: readonly Subscription<EventOf<T>>[];
} & { readonly '*'?: readonly Subscription[] };

const NAME = /^[a-z][a-z0-9-]{0,62}$/;

/** The table of subscriptions, checked: a wrong one stops the start. */
export class Subscriptions {
  private readonly byType = new Map<string, readonly Subscription[]>();
  private readonly kinds = new Map<string, boolean>();

  constructor(table: SubscriptionTable) {
    // The table pairs each type with handlers of that type, which a Map cannot say.
    for (const [type, entries] of Object.entries(table) as [string, readonly Subscription[]][]) {
      this.byType.set(type, entries);
      entries.forEach((entry) => this.register(entry));
    }
    for (const type of this.byType.keys()) this.checkDistinct(type);
  }

  get names(): string[] {
    return [...this.kinds.keys()];
  }

  /** Queues that the subscribers' jobs go through: one for all within the database, one for each that acts outside. */
  get queues(): string[] {
    return [...new Set(this.names.map((name) => this.queueOf(name)))];
  }

  of(type: string): readonly Subscription[] {
    return [...(this.byType.get(type) ?? []), ...(this.byType.get('*') ?? [])];
  }

  find(type: string, name: string): Subscription | undefined {
    return this.of(type).find((subscription) => subscription.name === name);
  }

  /** Whether the subscriber's handlers run in a transaction; undefined for an unknown name. */
  isInTransaction(name: string): boolean | undefined {
    return this.kinds.get(name);
  }

  queueOf(name: string): string {
    // A mail server that is away fills its own queue and nobody else's.
    return this.kinds.get(name) === false ? `events-${name}` : 'events';
  }

  private register({ name, inTransaction }: Subscription): void {
    if (!NAME.test(name)) throw new Error(`"${name}" is no name for a subscriber.`);
    if ((this.kinds.get(name) ?? inTransaction) !== inTransaction)
      throw new Error(`The subscriber ${name} is both in a transaction and outside of one.`);
    this.kinds.set(name, inTransaction);
  }

  private checkDistinct(type: string): void {
    const names = (type === '*' ? (this.byType.get('*') ?? []) : this.of(type)).map(({ name }) => name);
    if (new Set(names).size < names.length) throw new Error(`A subscriber stands twice under ${type}.`);
  }
}
