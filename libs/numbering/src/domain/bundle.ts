import { NumberingErrors } from './errors';
import type { NumberType } from './offer';

/** What numbering needs to know of a compliance bundle. */
export interface Bundle {
  readonly id: string;
  readonly status: 'draft' | 'submitted' | 'approved' | 'rejected';
  readonly country: string;
  /** Null fits every type of the country. */
  readonly numberType: string | null;
}

interface Jurisdiction {
  readonly country: string;
  readonly numberType: NumberType;
}

export function fits(bundle: Bundle, number: Jurisdiction): boolean {
  return bundle.country === number.country && (bundle.numberType ?? number.numberType) === number.numberType;
}

/** A submitted bundle may be attached and waits for its review; a draft or a rejected one may not. */
export function requireUsable(bundle: Bundle): void {
  if (bundle.status !== 'approved' && bundle.status !== 'submitted')
    throw NumberingErrors.compliance_bundle_not_usable();
}

export function requireFitting(bundle: Bundle, number: Jurisdiction): void {
  if (!fits(bundle, number)) throw NumberingErrors.compliance_bundle_mismatch();
}
