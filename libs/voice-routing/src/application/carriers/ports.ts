import type { Page, PageRequest } from '@trunkline/kernel';
import type { Carrier, CarrierOptions } from '../../domain/carrier';
import type { PeerHealth } from '../../domain/trunks/peer-health';

export interface CarrierView extends CarrierOptions, PeerHealth {
  readonly id: string;
  readonly hasAuthPassword: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface CarrierStatus extends PeerHealth {
  readonly lastSipCode: number | null;
  readonly rttMs: number | null;
  readonly downUntil: Date | null;
  /** Live calls that were offered to this carrier first. */
  readonly activeCalls: number;
}

export interface CarrierFilter {
  readonly enabled: boolean | null;
  readonly emergency: boolean | null;
}

export abstract class CarrierRepository {
  abstract add(carrier: Carrier): Promise<void>;
  abstract save(carrier: Carrier): Promise<void>;
  abstract remove(carrier: Carrier): Promise<void>;
  /** Locks the carrier until the transaction ends. Throws `not_found`. */
  abstract lock(id: string): Promise<Carrier>;
}

/** Throws `not_found` for an unknown carrier. */
export abstract class CarrierQueries {
  abstract list(filter: CarrierFilter, page: PageRequest<'created_at'>): Promise<Page<CarrierView>>;
  abstract get(id: string): Promise<CarrierView>;
  /** Returns those of the IDs that are carriers. */
  abstract listKnown(ids: readonly string[]): Promise<readonly string[]>;
  abstract status(id: string, now: Date): Promise<CarrierStatus>;
}

/** Seals passwords that are sent on to carriers, so they must be readable again. */
export abstract class CarrierPasswords {
  abstract seal(carrierId: string, password: string): string;
  abstract open(carrierId: string, sealed: string): string;
}
