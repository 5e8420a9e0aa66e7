import { addDays, type Clock, CommonErrors, DomainError, type EventBus, type Transactor } from '@trunkline/kernel';
import { faultOf } from '../faults';
import type { CarrierInbox, DeliveryReport, InboundPart } from './ports';

const BATCH = 50;
/** Far longer than any carrier repeats an event. */
const RETENTION_DAYS = 7;
/** What could not be handled is kept for as long. */
const FAILED_DAYS = 30;

export interface CallbackRequest {
  /** The names of headers are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawBody: Buffer;
}

/** What an event of a carrier says. */
export type CarrierDelivery =
  | { readonly kind: 'receipts'; readonly reports: readonly DeliveryReport[] }
  | { readonly kind: 'part'; readonly part: InboundPart };

/** The form of the callbacks of a kind of carrier. */
export abstract class CarrierCallbacks {
  /** The part of the address by which carriers call. */
  abstract readonly name: string;
  abstract isSigned(publicKey: string, request: CallbackRequest): boolean;
  /** Returns the messaging profile that the event names, by which carriers with one key differ. Throws `malformed_request`. */
  abstract profileOf(rawBody: Buffer): string | null;
  /** Returns null for events about something else. Throws `malformed_request`. */
  abstract eventIdOf(rawBody: Buffer): string | null;
  /** Null for events about something else. Throws `malformed_request`. */
  abstract deliveryOf(rawBody: Buffer): CarrierDelivery | null;
}

interface EventKey {
  readonly carrierId: string;
  readonly eventId: string;
}

export interface CarrierEvent extends EventKey {
  readonly rawBody: Buffer;
}

/** An event that is not handled yet. */
export interface PendingEvent extends EventKey {
  readonly sealed: string;
}

/** A carrier that calls. */
export interface CallingCarrier {
  readonly carrierId: string;
  readonly publicKey: string;
  readonly profile: string | null;
}

/** The carriers that call, and the events received from them, each once. */
export abstract class CarrierEventInbox {
  /** Returns the HTTP carriers, the oldest first, disabled ones included: their receipts still arrive. */
  abstract callers(): Promise<readonly CallingCarrier[]>;
  /** Returns false when the event is stored already. Joins the transaction. */
  abstract add(event: CarrierEvent, at: Date): Promise<boolean>;
  /** Returns null when the event is handled or unknown. */
  abstract findPending(carrierId: string, eventId: string): Promise<PendingEvent | null>;
  /** Claims pending events that are due, each for one caller, and postpones their next attempt. */
  abstract claimDue(now: Date, limit: number): Promise<readonly PendingEvent[]>;
  /** Throws when the keys of the service do not open it. */
  abstract open(event: PendingEvent): Buffer;
  /** Keeps why the event could not be handled, for the operator. */
  abstract failed(event: PendingEvent, fault: string): Promise<void>;
  /** Forgets the content of the event. */
  abstract close(event: PendingEvent, at: Date): Promise<void>;
  /** Deletes events closed before then. Returns how many. */
  abstract prune(before: Date): Promise<number>;
  /** Deletes events received before then that could not be handled. Returns how many. */
  abstract pruneFailed(before: Date): Promise<number>;
}

/** Receives the events that carriers send by HTTP, and processes them in the worker. See docs/messages.md#http-carriers. */
export class CarrierEvents {
  constructor(
    private readonly tx: Transactor,
    private readonly callbacks: CarrierCallbacks,
    private readonly stored: CarrierEventInbox,
    private readonly inbox: CarrierInbox,
    private readonly bus: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Verifies and stores an event. Idempotent by event id. Throws `not_found` for an unknown kind of carrier, and `unauthorized`,
   * with nothing stored, when no carrier has signed it.
   */
  async receive(kind: string, request: CallbackRequest): Promise<void> {
    if (kind !== this.callbacks.name) throw CommonErrors.not_found();
    const callers = (await this.stored.callers()).filter(({ publicKey }) =>
      this.callbacks.isSigned(publicKey, request),
    );
    const [oldest] = callers;
    if (!oldest) throw new DomainError('unauthorized', 'unauthorized', 'The callback is not signed by a carrier.');
    const { rawBody } = request;
    const eventId = this.callbacks.eventIdOf(rawBody);
    if (eventId === null) return;
    const { carrierId } = callers.length === 1 ? oldest : (this.callerOf(callers, rawBody) ?? oldest);
    await this.tx.run(async () => {
      if (!(await this.stored.add({ carrierId, eventId, rawBody }, this.clock.now()))) return;
      const data = { carrier_id: carrierId, event_id: eventId };
      // Events do not wait for each other: what they say has a time.
      await this.bus.publish({ type: 'messaging.carrier_event.received', accountId: eventId, data });
    });
  }

  /** Carriers with one key have different profiles. An event of another profile, such as a replaced one, has none. */
  private callerOf(callers: readonly CallingCarrier[], rawBody: Buffer): CallingCarrier | undefined {
    const named = this.callbacks.profileOf(rawBody);
    return callers.find(({ profile }) => profile !== null && profile === named);
  }

  /** Processes one event. Rejects when it cannot be processed, so that the caller retries. */
  async handle(carrierId: string, eventId: string): Promise<void> {
    const event = await this.stored.findPending(carrierId, eventId);
    if (event) await this.pass(event);
  }

  /** Processes all due events. Returns how many; throws an AggregateError at the end when some failed. */
  async handleDue(): Promise<number> {
    const now = this.clock.now();
    const failures: unknown[] = [];
    let count = 0;
    for (let batch = BATCH; batch === BATCH; count += batch) {
      const claimed = await this.stored.claimDue(now, BATCH);
      for (const event of claimed) await this.pass(event).catch((error: unknown) => failures.push(error));
      batch = claimed.length;
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} events of carriers failed.`);
    return count;
  }

  async prune(): Promise<number> {
    const now = this.clock.now();
    return (
      (await this.stored.prune(addDays(now, -RETENTION_DAYS))) +
      (await this.stored.pruneFailed(addDays(now, -FAILED_DAYS)))
    );
  }

  private async pass(event: PendingEvent): Promise<void> {
    try {
      await this.take(event);
    } catch (error) {
      await this.stored.failed(event, faultOf(error));
      throw error;
    }
    await this.stored.close(event, this.clock.now());
  }

  private async take(event: PendingEvent): Promise<void> {
    const delivery = this.callbacks.deliveryOf(this.stored.open(event));
    if (delivery?.kind === 'receipts')
      for (const report of delivery.reports) await this.inbox.receipt(event.carrierId, report);
    if (delivery?.kind === 'part') await this.inbox.part(event.carrierId, delivery.part);
  }
}
