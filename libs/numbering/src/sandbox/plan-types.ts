import type { PhoneNumberType as MetadataType } from 'libphonenumber-js/max';

export type { MetadataType };
export type NumberType = 'geographic' | 'national' | 'mobile' | 'tollfree' | 'inum';
export type Capability = 'voice' | 'sms' | 'mms' | 'fax' | 't38' | 'emergency';
export type EndUserKind = 'person' | 'business';
export type AddressScope = 'none' | 'worldwide' | 'national' | 'local';

/** What ordering a number with the matching ending provokes. */
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

export interface RequiredField {
  readonly field: string;
  readonly reason: string;
}

export interface RequiredDocument {
  readonly purpose: 'identity' | 'address' | 'business' | 'other';
  readonly acceptedDocTypes: readonly DocumentType[];
  readonly quantity: number;
  /** Days since the document's issue; null when its age does not matter. */
  readonly maxAgeDays: number | null;
}

export interface Restriction {
  readonly type: 'legal' | 'service' | 'purchase' | 'document';
  readonly message: string;
  readonly complianceCode: string | null;
}

/** Where numbers of a plan live: a place, or for types that belong to none a range. */
export interface Area {
  /** The national destination code, without trunk prefix. Cities may share one. */
  readonly code: string;
  /** Null for what belongs to no city. */
  readonly city: string | null;
  readonly region: string | null;
  /** Digits of the national numbers. */
  readonly length: number;
  /** What the national numbers begin with. All that begin so are valid. */
  readonly blocks: readonly string[];
}

/** One number type in one country, as the supplier sells it. */
export interface NumberPlan {
  /** ISO 3166-1 alpha-2; 'ZZ' for iNum, which belongs to no country. */
  readonly country: string;
  readonly countryName: string;
  /** Without the plus. */
  readonly callingCode: string;
  readonly numberType: NumberType;
  readonly capabilities: readonly Capability[];
  /** US cents a month. */
  readonly monthlyCents: number;
  /** US cents, once. */
  readonly setupCents: number;
  /** True when an end user's data must be reviewed before the number works. */
  readonly requiresActivation: boolean;
  readonly restrictions: readonly Restriction[];
  /** Computed when it is asked for the first time. */
  readonly areas: readonly Area[];
}

/** What a buyer must hand in before a number of this country and type works. */
export interface Requirements {
  readonly country: string;
  readonly numberType: NumberType;
  readonly requiresActivation: boolean;
  readonly endUserKinds: readonly EndUserKind[];
  readonly requiredFields: readonly RequiredField[];
  readonly address: AddressScope;
  /** 'business' documents are asked of businesses only; of a business, 'identity' means its representative's. */
  readonly documents: readonly RequiredDocument[];
  readonly restrictions: readonly Restriction[];
  readonly typicalReviewHours: number;
}
