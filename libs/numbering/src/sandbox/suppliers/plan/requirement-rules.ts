import { END_USER_KINDS } from '@trunkline/kernel';
import type {
  AddressScope,
  DocumentType,
  EndUserKind,
  RequiredDocument,
  RequiredField,
  Restriction,
} from './plan-types';

/** A set of requirements that countries share. */
export interface RequirementRule {
  readonly endUserKinds: readonly EndUserKind[];
  readonly requiredFields: readonly RequiredField[];
  readonly address: AddressScope;
  readonly documents: readonly RequiredDocument[];
  readonly restrictions: readonly Restriction[];
  readonly typicalReviewHours: number;
}

const IDENTITY_TYPES: readonly DocumentType[] = ['passport', 'national_id', 'drivers_license'];
const ADDRESS_TYPES: readonly DocumentType[] = ['utility_bill', 'bank_statement', 'tax_certificate'];
const BUSINESS_TYPES: readonly DocumentType[] = ['business_registration', 'vat_certificate'];

const identity: RequiredDocument = {
  purpose: 'identity',
  acceptedDocTypes: IDENTITY_TYPES,
  quantity: 1,
  maxAgeDays: null,
};
const address: RequiredDocument = {
  purpose: 'address',
  acceptedDocTypes: ADDRESS_TYPES,
  quantity: 1,
  maxAgeDays: 90,
};
const business: RequiredDocument = {
  purpose: 'business',
  acceptedDocTypes: BUSINESS_TYPES,
  quantity: 1,
  maxAgeDays: 365,
};

const name: RequiredField = {
  field: 'full_name',
  reason: "The end user's name, or that of a business's representative.",
};
const phone: RequiredField = { field: 'contact_phone', reason: 'A number on which the reviewer reaches the end user.' };
const company: RequiredField = { field: 'company_name', reason: 'The name as the business register has it.' };
const registration: RequiredField = {
  field: 'registration_number',
  reason: 'Checked against the business register of the country.',
};

/** Restrictions of numbers. The codes are those of the sandbox. */
export const RESTRICTIONS = {
  localMessaging: {
    type: 'service',
    message: 'Application-to-person SMS requires a registered brand and campaign (10DLC).',
    complianceCode: 'NANP-10DLC',
  },
  tollFreeMessaging: {
    type: 'service',
    message: 'SMS is disabled until the toll-free verification of the sender is approved.',
    complianceCode: 'NANP-TFV',
  },
  addressInArea: {
    type: 'legal',
    message: "The end user's address must be in the area of the number.",
    complianceCode: 'LOCAL-PRESENCE',
  },
  addressInCountry: {
    type: 'legal',
    message: "The end user's address must be in the country of the number.",
    complianceCode: 'NATIONAL-PRESENCE',
  },
  businessOnly: {
    type: 'purchase',
    message: 'Sold to registered businesses only.',
    complianceCode: 'BUSINESS-ONLY',
  },
  inboundOnly: {
    type: 'service',
    message: 'Inbound calls only. The number cannot be used as caller ID on the public network.',
    complianceCode: 'INBOUND-ONLY',
  },
  nationalReach: {
    type: 'service',
    message: 'Most foreign networks do not connect calls to this number.',
    complianceCode: null,
  },
  noAutomatedCalls: {
    type: 'legal',
    message: 'Mobile numbers may not be used as caller ID by automated calling or messaging platforms.',
    complianceCode: 'NO-AUTOMATED-CALLS',
  },
  matchingAddressProof: {
    type: 'document',
    message: 'The proof of address must show the same name and address as the order.',
    complianceCode: null,
  },
  networkReach: {
    type: 'service',
    message: 'Reachable only from networks that route +883 numbers.',
    complianceCode: null,
  },
} as const satisfies Record<string, Restriction>;

export type RestrictionName = keyof typeof RESTRICTIONS;

/** From no requirements to a business with an office in the country. */
export const REQUIREMENT_RULES = {
  nothing: {
    endUserKinds: END_USER_KINDS,
    requiredFields: [],
    address: 'none',
    documents: [],
    restrictions: [],
    typicalReviewHours: 0,
  },
  addressAnywhere: {
    endUserKinds: END_USER_KINDS,
    requiredFields: [name, phone],
    address: 'worldwide',
    documents: [identity, business],
    restrictions: [],
    typicalReviewHours: 12,
  },
  addressInCountry: {
    endUserKinds: END_USER_KINDS,
    requiredFields: [name, phone],
    address: 'national',
    documents: [identity, address, business],
    restrictions: [RESTRICTIONS.addressInCountry],
    typicalReviewHours: 24,
  },
  addressInArea: {
    endUserKinds: END_USER_KINDS,
    requiredFields: [name, phone],
    address: 'local',
    documents: [identity, address, business],
    restrictions: [RESTRICTIONS.addressInArea, RESTRICTIONS.matchingAddressProof],
    typicalReviewHours: 48,
  },
  businessAnywhere: {
    endUserKinds: ['business'],
    requiredFields: [company, registration, name],
    address: 'worldwide',
    documents: [business],
    restrictions: [RESTRICTIONS.businessOnly],
    typicalReviewHours: 24,
  },
  businessInCountry: {
    endUserKinds: ['business'],
    requiredFields: [company, registration, name],
    address: 'national',
    documents: [business, identity, address],
    restrictions: [RESTRICTIONS.businessOnly, RESTRICTIONS.addressInCountry],
    typicalReviewHours: 72,
  },
  businessInArea: {
    endUserKinds: ['business'],
    requiredFields: [company, registration, name],
    address: 'local',
    documents: [business, identity, address],
    restrictions: [RESTRICTIONS.businessOnly, RESTRICTIONS.addressInArea],
    typicalReviewHours: 96,
  },
} as const satisfies Record<string, RequirementRule>;

export type RequirementRuleName = keyof typeof REQUIREMENT_RULES;

/** Fields that some countries require in addition. */
export const EXTRA_FIELDS = {
  dateOfBirth: { field: 'date_of_birth', reason: 'The subscriber register of this country records it for persons.' },
  taxId: { field: 'tax_id', reason: "The end user's tax number in this country." },
  usage: { field: 'intended_use', reason: 'The regulator may ask what the number is used for.' },
} as const satisfies Record<string, RequiredField>;
