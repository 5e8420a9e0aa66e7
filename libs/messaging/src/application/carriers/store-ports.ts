import type { Page, PageRequest } from '@trunkline/kernel';
import type { Carrier, CarrierOptions, CarrierProtocolName } from '../../domain/carriers/carrier';
import type { EligibleCarrier } from '../../domain/carriers/carrier-choice';
import type { CarrierHealth } from '../../domain/carriers/carrier-health';
import type { MessageErrorCode } from '../../domain/message-errors';
import type { LinkState } from './ports';

/** A carrier as operators read it. */
export interface CarrierView extends CarrierOptions {
  readonly id: string;
  readonly hasPassword: boolean;
  /** Whether messages can be handed to it now. */
  readonly connected: boolean;
  readonly health: CarrierHealth;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What the worker that holds a carrier last reported of it, and what waits for the carrier. */
export interface CarrierStatus extends Omit<LinkState, 'since'> {
  readonly health: CarrierHealth;
  /** When it connected, or lost its connection; null before the first report. */
  readonly since: Date | null;
  /** Null: no worker holds the carrier. */
  readonly reportedAt: Date | null;
  /** Messages of the last five minutes that the carrier took, and those that it refused for reasons of its own. */
  readonly accepted: number;
  readonly refused: number;
  /** Messages that are due, at most `QUEUED_SHOWN_MAX`. */
  readonly queued: number;
  /** Since when the first of them is due. */
  readonly oldestQueuedAt: Date | null;
  /** Events and long messages of the carrier that could not be handled and are tried again, at most `QUEUED_SHOWN_MAX`. */
  readonly unhandled: number;
  /** When the first of them was received. */
  readonly oldestUnhandledAt: Date | null;
  /** Why the last of them could not be handled. */
  readonly lastFault: string | null;
}

export const QUEUED_SHOWN_MAX = 10_000;

export interface CarrierFilter {
  readonly enabled: boolean | null;
  readonly protocol: CarrierProtocolName | null;
}

/** Refusals of one carrier for one reason, to numbers with the same first digits. */
export interface RefusalGroup {
  readonly prefix: string;
  /** As the carrier spells it. */
  readonly code: string;
  readonly errorCode: MessageErrorCode;
  readonly count: number;
  readonly lastAt: Date;
}

export interface RefusalRange {
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

export abstract class CarrierRepository {
  abstract add(carrier: Carrier): Promise<void>;
  abstract save(carrier: Carrier): Promise<void>;
  abstract remove(carrier: Carrier): Promise<void>;
  /** Locks the carrier until the transaction ends. Throws `not_found`. */
  abstract lock(id: string): Promise<Carrier>;
  /** Returns the HTTP carriers with a public key. No other transaction gives or takes it until this one ends. */
  abstract lockKey(webhookPublicKey: string): Promise<readonly Pick<Carrier, 'id' | 'systemId'>[]>;
}

/** Throws `not_found` for an unknown carrier. */
export abstract class CarrierQueries {
  abstract list(filter: CarrierFilter, page: PageRequest<'created_at'>): Promise<Page<CarrierView>>;
  abstract get(id: string): Promise<CarrierView>;
  abstract status(id: string): Promise<CarrierStatus>;
  /** Hours count whole. */
  abstract refusals(id: string, range: RefusalRange, page: PageRequest<'count'>): Promise<Page<RefusalGroup>>;
  /** Counts the enabled carriers. */
  abstract countByHealth(): Promise<Readonly<Record<CarrierHealth, number>>>;
  /** How long the oldest due message of each enabled carrier has waited; 0 without one. */
  abstract lags(): Promise<readonly { readonly carrierId: string; readonly seconds: number }[]>;
  /** Counts the events and long messages of all carriers that could not be handled, at most `QUEUED_SHOWN_MAX`. */
  abstract countUnhandled(): Promise<number>;
  /** The enabled carriers, for the choice of one. */
  abstract eligible(): Promise<readonly EligibleCarrier[]>;
  /** Null: the carrier was deleted. */
  abstract find(id: string): Promise<Carrier | null>;
}

/** Seals passwords that are sent on to carriers, so they must be readable again. */
export abstract class CarrierPasswords {
  abstract seal(carrierId: string, password: string): string;
  abstract open(carrierId: string, sealed: string): string;
}

/** A lease of a carrier. */
export interface Lease {
  readonly carrierId: string;
  /** New each time that the lease is taken. */
  readonly lease: string;
  /** When the carrier was last changed. */
  readonly changedAt: Date;
  /** False: the carrier was disabled or deleted, so that its link is to be ended. */
  readonly isEnabled: boolean;
  /** Whether another lease ended within the last second. */
  readonly wasJustHeld: boolean;
}

/** What a worker reports with the renewal of a lease. */
export interface LeaseReport extends LinkState {
  readonly carrierId: string;
  readonly lease: string;
  readonly accepted: number;
  readonly refused: number;
}

/** Which worker connects to which carrier. Times are those of the database. */
export abstract class CarrierLeases {
  /**
   * Renews the reported leases for `LEASE_SECONDS` and takes those of enabled carriers that no worker holds. Returns both, and
   * the reported leases of deleted carriers; what is missing is lost.
   */
  abstract keep(worker: string, reports: readonly LeaseReport[]): Promise<readonly Lease[]>;
  /** Ends leases, so that another worker takes them at once. */
  abstract release(leases: readonly Pick<Lease, 'carrierId' | 'lease'>[]): Promise<void>;
}

/** How long a worker that does not renew its lease keeps others from the carrier. Taking over takes one second more. */
export const LEASE_SECONDS = 6;

export interface RefusalCount extends RefusalGroup {
  readonly carrierId: string;
}

/** Counts refusals by the hour, for operators. */
export abstract class RefusalCounts {
  /** `lastAt` names the hour. */
  abstract add(counts: readonly RefusalCount[]): Promise<void>;
  /** Deletes the hours before then. Returns how many rows. */
  abstract prune(before: Date): Promise<number>;
}
