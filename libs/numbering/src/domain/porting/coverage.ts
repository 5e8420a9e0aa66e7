import type { NumberType } from '@trunkline/kernel';

/** What a document of a port shows. */
export const PORT_PURPOSES = ['loa', 'invoice', 'identity', 'other'] as const;
export type PortPurpose = (typeof PORT_PURPOSES)[number];

/** Members of a porting request that some countries require, in the words of the API. */
export const COVERED_FIELDS = ['end_user_id', 'billing_phone_e164', 'requested_foc_at'] as const;
export type CoveredField = (typeof COVERED_FIELDS)[number];

/** Whether and how numbers of one country and type can be ported to the operator. See docs/porting.md#coverage. */
export interface CoverageEntry {
  /** ISO 3166-1 alpha-2; ZZ for iNum. */
  readonly country: string;
  readonly numberType: NumberType;
  readonly portable: boolean;
  /** Days between the submission and the earliest date of a port. */
  readonly leadDays: number;
  /** Purposes of documents that a request needs besides the letter of authorisation and an invoice. */
  readonly requiredDocuments: readonly PortPurpose[];
  /** Members that a request needs besides those that every request needs. */
  readonly requiredFields: readonly CoveredField[];
  /** Whether the losing carrier asks for a PIN. */
  readonly pinRequired: boolean;
  /** Price of the port of one number. */
  readonly feeCents: number;
}

/** What an operator may leave out of a row. */
export const COVERAGE_DEFAULTS = {
  portable: true,
  leadDays: 14,
  requiredDocuments: [],
  requiredFields: [],
  pinRequired: false,
  feeCents: 0,
} satisfies Partial<CoverageEntry>;

/** The carrier of the numbers that begin with a prefix, as far as the operator knows. */
export interface PortCarrier {
  /** Digits without the leading plus. */
  readonly prefix: string;
  readonly carrier: string;
}
