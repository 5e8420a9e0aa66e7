import type { ActorColumns, NumberType, Page, PageRequest, RejectionCode } from '@trunkline/kernel';
import type { NumberAction } from '../../domain/actor';
import type { Capability } from '../../domain/offer';
import type { NumberStatus, PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { RegistrationStatus } from '../../domain/registration/registration';

/** The registration of the attached bundle with the supplier of the number. */
export interface RegistrationView {
  readonly status: RegistrationStatus;
  readonly rejectionCodes: readonly RejectionCode[];
  /** Unix seconds, because JSON has no dates. */
  readonly updatedAt: number;
}

/** What a customer reads of a number. */
export const NUMBER_MEMBERS = [
  'id',
  'e164',
  'country',
  'numberType',
  'areaCode',
  'region',
  'city',
  'capabilities',
  'monthlyPriceCents',
  'setupPriceCents',
  'nextMonthlyPriceCents',
  'priceChangesAt',
  'status',
  'requiresActivation',
  'assignedAt',
  'nextBillingAt',
  'releasedAt',
  'releaseScheduledAt',
  'trunkId',
  'routingProfileId',
  'complianceBundleId',
  'failedBillingAttempts',
  'lastBillingAttemptAt',
  'lastBillingFailureCode',
  'deletionLock',
  'label',
  'tags',
  'notes',
  'portOutLock',
  'portOutAt',
  'smsWebhookUrl',
] as const;

export interface NumberView extends Pick<PhoneNumber, (typeof NUMBER_MEMBERS)[number]> {
  readonly registration: RegistrationView | null;
  /** Whether the number has a PIN for ports to other carriers. */
  readonly portOutPinSet: boolean;
}

/** Past due is derived, not a status: an active number with a failed charge. */
export function isPastDue({
  failedBillingAttempts,
  status,
}: Pick<NumberView, 'failedBillingAttempts' | 'status'>): boolean {
  return failedBillingAttempts > 0 && status === 'active';
}

export interface HistoryView extends ActorColumns {
  readonly id: string;
  readonly numberId: string;
  readonly accountId: string;
  readonly at: Date;
  readonly action: NumberAction;
  readonly from: Readonly<Record<string, unknown>>;
  readonly to: Readonly<Record<string, unknown>>;
}

export const NUMBER_SORTS = ['assigned_at', 'e164', 'next_billing_at'] as const;
export type NumberSort = (typeof NUMBER_SORTS)[number];

const DIGITS = /^\+?\d+$/;

/** Whether a search is for digits of the number, not for its description. */
export function isForDigits(q: string): boolean {
  return DIGITS.test(q);
}

/** Returns released numbers only when `status` includes them. */
export interface NumberFilters {
  readonly id?: readonly string[];
  readonly status?: readonly NumberStatus[];
  readonly country?: readonly string[];
  readonly numberType?: readonly NumberType[];
  readonly trunkId?: readonly string[];
  readonly routingProfileId?: readonly string[];
  readonly complianceBundleId?: readonly string[];
  readonly unrouted?: boolean;
  readonly pastDue?: boolean;
  readonly releaseScheduled?: boolean;
  /** Whether a change of the monthly price is announced. */
  readonly priceChanging?: boolean;
  /** Digits anywhere in the number, or a part of the label, a tag or the notes. */
  readonly q?: string;
  /** A part of the label. */
  readonly label?: string;
  /** Numbers that have all of them. */
  readonly tag?: readonly string[];
  /** How the name of the region begins. */
  readonly region?: string;
  /** How the name of the city begins, in English or in the language of its country. */
  readonly city?: string;
  /** Numbers that have all of them. */
  readonly capabilities?: readonly Capability[];
  /** Inclusive. */
  readonly assignedFrom?: Date;
  /** Exclusive. */
  readonly assignedTo?: Date;
}

/** Limit of counts that are not kept: counting 300,000 numbers takes half a second on a busy machine. */
export const STATE_COUNT_MAX = 10_000;

/** How many numbers of an account have each status, and up to a limit how many of those that are not released need attention. */
export interface NumberStates {
  readonly active: number;
  readonly pendingDocuments: number;
  readonly suspended: number;
  readonly released: number;
  readonly unrouted: number;
  readonly pastDue: number;
  readonly releaseScheduled: number;
  readonly priceChanging: number;
}

/** Reads numbers. Throws `not_found` for those of another account. */
export abstract class NumberQueries {
  /** Returns the live number, else the one released last. */
  abstract get(accountId: string, e164: string): Promise<NumberView>;
  abstract list(accountId: string, filters: NumberFilters, page: PageRequest<NumberSort>): Promise<Page<NumberView>>;
  abstract count(accountId: string, filters: NumberFilters): Promise<number>;
  /** Reads kept counts and one index for each state, in one statement. */
  abstract countStates(accountId: string): Promise<NumberStates>;
  abstract history(accountId: string, e164: string, page: PageRequest): Promise<Page<HistoryView>>;
}
