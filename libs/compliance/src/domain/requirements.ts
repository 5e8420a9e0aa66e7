import {
  type AddressScope,
  DOC_TYPES,
  type DocType,
  type DocumentPurpose,
  END_USER_KINDS,
  type EndUserKind,
  type NumberType,
  type RestrictionType,
} from '@trunkline/kernel';

/** Members of an end user that a requirement may name. The address has a rule of its own. */
export const REQUIRED_FIELDS = [
  'first_name',
  'last_name',
  'date_of_birth',
  'business_name',
  'business_registration_number',
  'vat_number',
  'email',
  'phone_e164',
  'id_doc_number',
] as const;
export type RequiredFieldName = (typeof REQUIRED_FIELDS)[number];

export interface RequiredField {
  readonly field: RequiredFieldName;
  readonly reason: string;
  readonly endUserKinds: readonly EndUserKind[];
}

export interface RequiredDocument {
  readonly purpose: DocumentPurpose;
  /** One of these types is accepted. */
  readonly acceptedDocTypes: readonly DocType[];
  readonly quantity: number;
  /** Maximum age in days since its issue; null when any age is accepted. */
  readonly maxAgeDays: number | null;
  /** What the document is, where purpose and types do not say it. */
  readonly description: string | null;
  readonly endUserKinds: readonly EndUserKind[];
}

/** A condition that no field or document can meet. */
export interface Restriction {
  readonly type: RestrictionType;
  readonly message: string;
  readonly complianceCode: string | null;
}

/** What an end user must submit for numbers of one country and type. See docs/requirements.md. */
export interface NumberRequirements {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly numberType: NumberType;
  /** False when nothing at all is required. */
  readonly requiresActivation: boolean;
  /** Kinds of end users that may use the number. */
  readonly endUserKinds: readonly EndUserKind[];
  readonly requiredFields: readonly RequiredField[];
  readonly address: AddressScope;
  readonly documents: readonly RequiredDocument[];
  readonly restrictions: readonly Restriction[];
  readonly typicalReviewHours: number;
}

const UNKNOWN_REVIEW_HOURS = 72;

/**
 * What a bundle must contain for a country or number type whose requirements are unknown: one document. A reviewer requests
 * the rest. See docs/requirements.md#which-requirements-apply.
 */
export function unknownRequirements(country: string, numberType: NumberType): NumberRequirements {
  return {
    country,
    numberType,
    requiresActivation: true,
    endUserKinds: END_USER_KINDS,
    requiredFields: [],
    address: 'none',
    documents: [
      {
        purpose: 'other',
        acceptedDocTypes: DOC_TYPES,
        quantity: 1,
        maxAgeDays: null,
        description: 'A document of the end user.',
        endUserKinds: END_USER_KINDS,
      },
    ],
    restrictions: [
      {
        type: 'document',
        message: 'The requirements of this country and type are not listed. The reviewer may request more documents.',
        complianceCode: null,
      },
    ],
    typicalReviewHours: UNKNOWN_REVIEW_HOURS,
  };
}

/** Returns whether an end user of this kind, with an address in this country (ISO 3166-1 alpha-2), can meet them. */
export function admits(
  { endUserKinds, address, country }: NumberRequirements,
  endUser: { readonly kind: EndUserKind; readonly country: string },
): boolean {
  const isAddressAccepted = address === 'none' || address === 'worldwide' || endUser.country === country;
  return isAddressAccepted && endUserKinds.includes(endUser.kind);
}

/** Returns the requirements without the fields and documents that apply only to the other kind of end user. */
export function forEndUserKind(requirements: NumberRequirements, kind: EndUserKind): NumberRequirements {
  const applies = ({ endUserKinds }: RequiredField | RequiredDocument) => endUserKinds.includes(kind);
  return {
    ...requirements,
    requiredFields: requirements.requiredFields.filter(applies),
    documents: requirements.documents.filter(applies),
  };
}
