import { NumberingErrors } from '../errors';
import type { NumberType } from '../supply/offer';

/** What numbering needs to know of a compliance bundle. */
export interface Bundle {
  readonly id: string;
  readonly status: 'draft' | 'submitted' | 'approved' | 'rejected';
  readonly country: string;
  /** Null fits every type of the country. */
  readonly numberType: string | null;
  /** Its approval holds until then; null for one without an end. */
  readonly validUntil: Date | null;
}

interface Jurisdiction {
  readonly country: string;
  readonly numberType: NumberType;
}

export function fits(bundle: Bundle, number: Jurisdiction): boolean {
  return bundle.country === number.country && (bundle.numberType ?? number.numberType) === number.numberType;
}

export function isApproved(bundle: Bundle | null, now: Date): boolean {
  return bundle?.status === 'approved' && (bundle.validUntil === null || bundle.validUntil > now);
}

/** A submitted bundle may be attached and waits for its review; a draft, a rejected or an expired one may not. */
export function requireUsable(bundle: Bundle, now: Date): void {
  if (bundle.status !== 'submitted') requireApproved(bundle, now);
}

export function requireApproved(bundle: Bundle, now: Date): void {
  if (!isApproved(bundle, now)) throw NumberingErrors.compliance_bundle_not_usable();
}

export function requireFitting(bundle: Bundle, number: Jurisdiction): void {
  if (!fits(bundle, number)) throw NumberingErrors.compliance_bundle_mismatch();
}
