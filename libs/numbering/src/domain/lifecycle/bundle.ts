import type { NumberType } from '@trunkline/kernel';
import { NumberingErrors } from '../errors';

/** A compliance bundle, as far as numbers depend on it. */
export interface Bundle {
  readonly id: string;
  readonly status: 'draft' | 'submitted' | 'approved' | 'rejected';
  readonly country: string;
  /** Null for all types of the country. */
  readonly numberType: string | null;
  /** Number types of the country that it does not fit although `numberType` is null. */
  readonly excludedNumberTypes?: readonly string[];
  /** End of the approval; null for an approval without an end. */
  readonly validUntil: Date | null;
}

interface Jurisdiction {
  readonly country: string;
  readonly numberType: NumberType;
}

export function fits(bundle: Bundle, number: Jurisdiction): boolean {
  if (bundle.excludedNumberTypes?.includes(number.numberType)) return false;
  return bundle.country === number.country && (bundle.numberType ?? number.numberType) === number.numberType;
}

export function isApproved(bundle: Bundle | null, now: Date): boolean {
  return bundle?.status === 'approved' && (bundle.validUntil === null || bundle.validUntil > now);
}

/** Requires a submitted or approved bundle. Drafts, rejected and expired bundles cannot be attached. */
export function requireUsable(bundle: Bundle, now: Date): void {
  if (bundle.status !== 'submitted') requireApproved(bundle, now);
}

export function requireApproved(bundle: Bundle, now: Date): void {
  if (!isApproved(bundle, now)) throw NumberingErrors.compliance_bundle_not_usable();
}

export function requireFitting(bundle: Bundle, number: Jurisdiction): void {
  if (!fits(bundle, number)) throw NumberingErrors.compliance_bundle_mismatch();
}
