import type { PublishedEvent } from '@trunkline/kernel';
import type { Attempt, AttemptResult, DeliveryCycle, Settled } from '../../domain/delivery';
import type { Payload } from '../../domain/signed-request';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint';

/** An endpoint with something to deliver. */
export interface DueEndpoint {
  readonly endpointId: string;
  /** Its last attempt failed. Such endpoints are served apart, so that they delay no other. */
  readonly isFailing: boolean;
}

/** A delivery that this process may attempt until its lease ends. */
export interface LeasedDelivery {
  /** The id of the payload is that of the event, which identifies the delivery together with the endpoint. */
  readonly payload: Payload;
  /** Attempts in all cycles. */
  readonly attempts: number;
  readonly cycle: DeliveryCycle;
}

/** What an attempt changes. */
export interface DeliveryOutcome {
  readonly eventId: string;
  readonly endpointId: string;
  /** Attempts of the cycle before this one. If the delivery has another number of them by now, it was requested again meanwhile. */
  readonly cycleAttempts: number;
  /** Null if the time for attempts was over. */
  readonly attempt: Attempt | null;
  readonly settled: Settled;
  readonly isGone: boolean;
}

/** The deliveries that are due. They are in the database, so that a lost queue loses none. */
export abstract class DeliveryStore {
  /** Adds a delivery of each event for each subscribed endpoint, once. Returns the endpoints. */
  abstract addForEvents(events: readonly PublishedEvent[]): Promise<DueEndpoint[]>;
  /** Leases due deliveries, oldest first. No other process attempts them until the lease ends. */
  abstract lease(endpointId: string, limit: number): Promise<LeasedDelivery[]>;
  /** Ends leases without an attempt. */
  abstract handBack(endpointId: string, eventIds: readonly string[]): Promise<void>;
  /** Stores outcomes. Joins the transaction. */
  abstract settle(outcomes: readonly DeliveryOutcome[]): Promise<void>;
  /** Returns endpoints with due deliveries that are not leased. */
  abstract dueEndpoints(): Promise<DueEndpoint[]>;
}

/** The endpoints as deliveries see them, of every account. */
export abstract class DeliveryTargets {
  /** Null for an unknown endpoint. */
  abstract find(endpointId: string): Promise<WebhookEndpoint | null>;
  /** Locks the endpoints, in the order of ids. */
  abstract lock(endpointIds: readonly string[]): Promise<WebhookEndpoint[]>;
  /** Saves what attempts change. */
  abstract saveHealth(endpoints: readonly WebhookEndpoint[]): Promise<void>;
}

/** Notifies a worker that an endpoint may have something to deliver. */
export abstract class DeliveryHints {
  /** Never rejects: a lost hint is repeated by the sweeper of a worker. */
  abstract add(endpoints: readonly DueEndpoint[]): Promise<void>;
  /** Returns true if other endpoints wait. */
  abstract areWaiting(isFailing: boolean): Promise<boolean>;
}

export interface WebhookRequest {
  readonly payload: Payload;
  /** The current secret, and during a rotation the previous one. */
  readonly secrets: readonly string[];
  /** Counts from 1. */
  readonly attempt: number;
}

export abstract class WebhookSender {
  /** Signs and sends one request. Never rejects. Does not connect to an address that is not allowed. */
  abstract send(url: string, request: WebhookRequest): Promise<Omit<AttemptResult, 'at'>>;
}

/** The texts of messages, which another context seals: events do not contain them. */
export abstract class MessageTexts {
  /** Returns the text of each message by its id, unless it was deleted. */
  abstract textsOf(accountId: string, messageIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Counts for operators. */
export abstract class DeliveryMeter {
  abstract settled(outcome: DeliveryOutcome): void;
}

export interface WebhookContact {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

/** The members of accounts, from identity. */
export abstract class WebhookContacts {
  /** Returns the owners and admins. */
  abstract technicalContacts(accountId: string): Promise<readonly WebhookContact[]>;
}

export interface DeliveryLag {
  readonly due: number;
  /** Seconds that the oldest due delivery has waited. 0 without one. */
  readonly healthySeconds: number;
  /** The same of endpoints whose last attempt failed. */
  readonly failingSeconds: number;
}

export abstract class DeliveryStatistics {
  abstract lag(): Promise<DeliveryLag>;
  /** The endpoints with the most consecutive failures. */
  abstract worst(limit: number): Promise<{ readonly endpointId: string; readonly failures: number }[]>;
}
