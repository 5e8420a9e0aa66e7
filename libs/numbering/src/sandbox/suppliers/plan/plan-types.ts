import type { AddressScope, EndUserKind, NumberType } from '@trunkline/kernel';
import type { PhoneNumberType as MetadataType } from 'libphonenumber-js/max';
import type { Capability, Restriction } from '../../../domain/offer';
import type { RequiredDocument, RequiredField, Requirements } from '../../../domain/requirements';

export type {
  AddressScope,
  Capability,
  EndUserKind,
  MetadataType,
  NumberType,
  RequiredDocument,
  RequiredField,
  Requirements,
  Restriction,
};

/** The fault that an order of a scripted number simulates. */
export type SandboxFault =
  | 'taken'
  | 'slow'
  | 'timeout_without_effect'
  | 'timeout_with_effect'
  | 'rejected_later'
  | 'documents_asked';

export type DocumentType =
  | 'passport'
  | 'drivers_license'
  | 'national_id'
  | 'utility_bill'
  | 'bank_statement'
  | 'tax_certificate'
  | 'business_registration'
  | 'vat_certificate'
  | 'other';

/** A place, or a range of a number type without places. */
export interface Area {
  /** The national destination code, without trunk prefix. Cities may share one. */
  readonly code: string;
  /** Null for a range without a city. */
  readonly city: string | null;
  readonly region: string | null;
  /** Length of the national numbers. */
  readonly length: number;
  /** Prefixes of the national numbers. All numbers with these prefixes are valid. */
  readonly blocks: readonly string[];
}

/** One number type in one country, as the supplier sells it. */
export interface NumberPlan {
  /** ISO 3166-1 alpha-2; 'ZZ' for iNum, which belongs to no country. */
  readonly country: string;
  readonly countryName: string;
  /** Without the leading plus. */
  readonly callingCode: string;
  readonly numberType: NumberType;
  readonly capabilities: readonly Capability[];
  /** Monthly price in US cents. */
  readonly monthlyCents: number;
  /** Setup price in US cents. */
  readonly setupCents: number;
  /** Whether the end user's data must be reviewed before the number works. */
  readonly requiresActivation: boolean;
  readonly restrictions: readonly Restriction[];
  /** Computed on first access. */
  readonly areas: readonly Area[];
}
