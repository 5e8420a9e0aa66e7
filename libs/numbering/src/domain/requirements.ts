import type { AddressScope, DocumentPurpose, EndUserKind, NumberType } from '@trunkline/kernel';
import type { Capability, Restriction } from './offer';

export interface RequiredField {
  readonly field: string;
  readonly reason: string;
  /** Absent when it applies to every kind. */
  readonly endUserKinds?: readonly EndUserKind[];
}

export interface RequiredDocument {
  readonly purpose: DocumentPurpose;
  readonly acceptedDocTypes: readonly string[];
  readonly quantity: number;
  /** Maximum age in days; null when any age is accepted. */
  readonly maxAgeDays: number | null;
  /** What the document is, where its purpose does not say it. */
  readonly description?: string | null;
  /** Absent when it applies to every kind, or for purpose `business` to businesses. */
  readonly endUserKinds?: readonly EndUserKind[];
}

/** What a customer must submit before a number of a country and type works. */
export interface Requirements {
  readonly country: string;
  readonly numberType: NumberType;
  readonly requiresActivation: boolean;
  readonly endUserKinds: readonly EndUserKind[];
  readonly requiredFields: readonly RequiredField[];
  readonly address: AddressScope;
  readonly documents: readonly RequiredDocument[];
  readonly restrictions: readonly Restriction[];
  readonly typicalReviewHours: number;
}

export interface TypeCoverage {
  readonly numberType: NumberType;
  readonly capabilities: readonly Capability[];
  readonly requiresActivation: boolean;
  /** The supplier's, or the account's from `Catalog`. Null when the supplier reports no price. */
  readonly fromMonthlyPriceCents: number | null;
}

export interface CountryCoverage {
  readonly country: string;
  readonly name: string;
  /** Without the leading plus. */
  readonly callingCode: string;
  readonly numberTypes: readonly TypeCoverage[];
}

export interface AreaStock {
  /** Empty for numbers without an area code. */
  readonly areaCode: string;
  readonly city: string | null;
  readonly region: string | null;
  readonly inStock: boolean;
  /** The supplier's, or the account's from `Catalog`. Null when the supplier reports no price. */
  readonly fromMonthlyPriceCents: number | null;
}
