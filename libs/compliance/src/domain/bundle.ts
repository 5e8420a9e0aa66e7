import { CommonErrors, type NumberType, type RejectionCode } from '@trunkline/kernel';
import { ComplianceErrors } from './errors';

export const BUNDLE_STATUSES = ['draft', 'submitted', 'approved', 'rejected'] as const;
export type BundleStatus = (typeof BUNDLE_STATUSES)[number];

export const BUNDLE_DOCUMENTS_MAX = 20;

/** The members of a bundle that customers set. */
export interface BundleDetails {
  readonly name: string;
  readonly endUserId: string;
  /** ISO 3166-1 alpha-2 of the jurisdiction. */
  readonly country: string;
  /** Null: all number types of the country. */
  readonly numberType: NumberType | null;
  readonly documentIds: readonly string[];
}

/** See docs/compliance.md#bundles. */
export interface ComplianceBundle extends BundleDetails {
  readonly id: string;
  readonly accountId: string;
  readonly status: BundleStatus;
  readonly reviewNotes: string | null;
  readonly rejectionCodes: readonly RejectionCode[];
  /** End of the approval; null for an approval without an end. */
  readonly validUntil: Date | null;
  readonly submittedAt: Date | null;
  readonly approvedAt: Date | null;
  readonly rejectedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Whether an approval has ended: a required document expired, or the end user was erased. */
export function isLapsed({ status, validUntil }: ComplianceBundle, now: Date): boolean {
  return status === 'approved' && validUntil !== null && validUntil <= now;
}

/** Applies an edit, which turns a rejected bundle into a draft unless it has no members. Throws `bundle_locked`. */
export function edit(bundle: ComplianceBundle, change: Partial<BundleDetails>, now: Date): ComplianceBundle {
  assertEditable(bundle);
  if (Object.keys(change).length === 0) return bundle;
  return { ...bundle, ...change, status: 'draft', updatedAt: now };
}

/** Throws `bundle_locked` for a submitted or approved bundle. */
export function assertEditable({ status }: ComplianceBundle): void {
  if (status === 'submitted' || status === 'approved') throw ComplianceErrors.bundle_locked();
}

export function submit(bundle: ComplianceBundle, now: Date): ComplianceBundle {
  assertStatus(bundle, 'draft', 'submitted');
  return {
    ...bundle,
    status: 'submitted',
    reviewNotes: null,
    rejectionCodes: [],
    rejectedAt: null,
    submittedAt: now,
    updatedAt: now,
  };
}

export function withdraw(bundle: ComplianceBundle, now: Date): ComplianceBundle {
  assertStatus(bundle, 'submitted', 'draft');
  return { ...bundle, status: 'draft', submittedAt: null, updatedAt: now };
}

export function approve(bundle: ComplianceBundle, validUntil: Date | null, now: Date): ComplianceBundle {
  assertStatus(bundle, 'submitted', 'approved');
  return { ...bundle, status: 'approved', validUntil, approvedAt: now, updatedAt: now };
}

export interface Rejection {
  readonly reviewNotes: string | null;
  readonly rejectionCodes: readonly RejectionCode[];
}

export function reject(bundle: ComplianceBundle, rejection: Rejection, now: Date): ComplianceBundle {
  assertStatus(bundle, 'submitted', 'rejected');
  return { ...bundle, ...rejection, status: 'rejected', rejectedAt: now, updatedAt: now };
}

function assertStatus({ status }: ComplianceBundle, from: BundleStatus, to: BundleStatus): void {
  if (status === from) return;
  throw CommonErrors.invalid_state({
    message: `Only a ${from} bundle can become ${to}: this bundle is ${status}.`,
  });
}
