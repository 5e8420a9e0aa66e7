import type { Page, PageRequest, RejectionCode } from '@trunkline/kernel';
import type { ActorKind, NumberAction } from '../../domain/actor';
import type { Capability, NumberType } from '../../domain/supply/offer';
import type { NumberStatus } from '../../domain/lifecycle/phone-number';
import type { RegistrationStatus } from '../../domain/registration/registration';

/** The registration of the attached bundle with the supplier of the number. */
export interface RegistrationView {
  readonly status: RegistrationStatus;
  readonly rejectionCodes: readonly RejectionCode[];
  readonly updatedAtSeconds: number;
}

export interface NumberView {
  readonly id: string;
  readonly e164: string;
  readonly country: string;
  readonly numberType: NumberType;
  readonly areaCode: string | null;
  readonly region: string | null;
  readonly city: string | null;
  readonly capabilities: readonly Capability[];
  readonly monthlyPriceCents: number;
  readonly setupPriceCents: number;
  readonly status: NumberStatus;
  readonly requiresActivation: boolean;
  readonly assignedAt: Date;
  readonly nextBillingAt: Date;
  readonly releasedAt: Date | null;
  readonly releaseScheduledAt: Date | null;
  readonly trunkId: string | null;
  readonly routingProfileId: string | null;
  readonly complianceBundleId: string | null;
  readonly registration: RegistrationView | null;
  readonly failedBillingAttempts: number;
  readonly lastBillingAttemptAt: Date | null;
  readonly lastBillingFailureCode: string | null;
  readonly deletionLock: boolean;
  readonly label: string | null;
}

/** Past due is derived, not a status: an active number with a failed charge. */
export function isPastDue({
  failedBillingAttempts,
  status,
}: Pick<NumberView, 'failedBillingAttempts' | 'status'>): boolean {
  return failedBillingAttempts > 0 && status === 'active';
}

export interface HistoryView {
  readonly id: string;
  readonly at: Date;
  readonly actorKind: ActorKind;
  readonly actorId: string | null;
  readonly action: NumberAction;
  readonly from: Readonly<Record<string, unknown>>;
  readonly to: Readonly<Record<string, unknown>>;
}

export const NUMBER_SORTS = ['assigned_at', 'e164', 'next_billing_at'] as const;
export type NumberSort = (typeof NUMBER_SORTS)[number];

/** Returns released numbers only when `status` includes them. */
export interface NumberFilters {
  readonly status?: readonly NumberStatus[];
  readonly country?: readonly string[];
  readonly numberType?: readonly NumberType[];
  readonly trunkId?: readonly string[];
  readonly routingProfileId?: readonly string[];
  readonly complianceBundleId?: readonly string[];
  readonly unrouted?: boolean;
  readonly pastDue?: boolean;
  readonly releaseScheduled?: boolean;
  /** Digits anywhere in the number. */
  readonly q?: string;
  /** Numbers that have all of them. */
  readonly capabilities?: readonly Capability[];
  /** Inclusive. */
  readonly assignedFrom?: Date;
  /** Exclusive. */
  readonly assignedTo?: Date;
}

/** Reads numbers. Throws `not_found` for those of another account. */
export abstract class NumberQueries {
  /** Returns the live number, else the one released last. */
  abstract get(accountId: string, e164: string): Promise<NumberView>;
  abstract list(accountId: string, filters: NumberFilters, page: PageRequest<NumberSort>): Promise<Page<NumberView>>;
  abstract history(accountId: string, e164: string, page: PageRequest): Promise<Page<HistoryView>>;
}
