import type { Page, PageRequest } from '@trunkline/kernel';
import type { Carrier, CarrierOptions } from '../../domain/carriers/carrier';

export interface CarrierView extends CarrierOptions {
  readonly id: string;
  readonly hasAuthPassword: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface CarrierStatus {
  readonly state: 'up' | 'down' | 'unknown';
  readonly lastProbeAt: Date | null;
  readonly lastSipCode: number | null;
  readonly rttMs: number | null;
  readonly downUntil: Date | null;
  /** Calls in progress that were offered to it first. */
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
  abstract find(id: string): Promise<Carrier | null>;
  /** Locked until the transaction ends. Throws `not_found`. */
  abstract lock(id: string): Promise<Carrier>;
  abstract list(filter: CarrierFilter, page: PageRequest<'created_at'>): Promise<Page<Carrier>>;
  /** Null for an unknown carrier. */
  abstract status(id: string, now: Date): Promise<CarrierStatus | null>;
}

/** Seals the passwords that we send on to carriers. */
export abstract class CarrierPasswords {
  abstract seal(carrierId: string, password: string): string;
  abstract open(carrierId: string, sealed: string): string;
}

export interface CarrierReport {
  readonly carrierId: string;
  readonly isUp: boolean;
  readonly sipCode: number | null;
  readonly rttMs: number | null;
}

export abstract class CarrierHealth {
  /** Returns false for an unknown carrier. A failure marks it down until `downUntil`. */
  abstract record(report: CarrierReport, now: Date, downUntil: Date | null): Promise<boolean>;
}
