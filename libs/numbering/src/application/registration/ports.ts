import type { Page, PageRequest } from '@trunkline/kernel';
import type { Registration, RegistrationStatus } from '../../domain/registration/registration';
import type { Claim } from '../ports';

/** Undefined members match everything. */
export interface RegistrationFilters {
  readonly status?: RegistrationStatus;
  readonly supplier?: string;
  readonly accountId?: string;
}

export interface RegistrationCount {
  readonly supplier: string;
  readonly status: RegistrationStatus;
  readonly count: number;
}

export abstract class RegistrationRepository {
  /** Adds a registration, unless the number has one for the bundle. Returns the stored registration, locked. */
  abstract addOnce(registration: Registration): Promise<Registration>;
  abstract save(registration: Registration): Promise<void>;
  /** Locks the registration until the transaction ends. Throws `not_found`. */
  abstract lock(id: string): Promise<Registration>;
  abstract find(numberId: string, bundleId: string): Promise<Registration | null>;
  /** Claims registrations of these suppliers with the status that are due. */
  abstract claimDue(suppliers: readonly string[], status: 'open' | 'registered', claim: Claim): Promise<Registration[]>;
  /** Counts the open and failed registrations by supplier and status. */
  abstract count(): Promise<readonly RegistrationCount[]>;
  abstract list(filters: RegistrationFilters, page: PageRequest<'created_at'>): Promise<Page<Registration>>;
}
