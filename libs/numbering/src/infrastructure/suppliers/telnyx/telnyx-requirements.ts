import {
  type AddressScope,
  type DocumentPurpose,
  END_USER_KINDS,
  type EndUserKind,
  type NumberType,
} from '@trunkline/kernel';
import type { RequiredDocument, Requirements } from '../../../domain/requirements';
import { fieldsOf, textOf, textOrNull } from './telnyx-json';

/** A requirement type (developers.telnyx.com/api-reference/requirement-types/retrieve-a-requirement-types). */
export interface RequirementType {
  readonly id: string;
  /** `document`, `address` or `textual`. */
  readonly type: string;
  readonly name: string;
  readonly description: string;
  readonly timeLimit: string;
  readonly localityLimit: string;
}

/** Estimate: Telnyx does not publish review times. */
const REVIEW_HOURS = 72;
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };
const PURPOSES: readonly (readonly [RegExp, DocumentPurpose])[] = [
  [/address|utility/i, 'address'],
  [/business|company|commercial|incorporation|trade/i, 'business'],
  [/identi|passport|\bid\b/i, 'identity'],
];
const ACCEPTED: Readonly<Record<DocumentPurpose, readonly string[]>> = {
  identity: ['passport', 'national_id', 'drivers_license'],
  address: ['utility_bill', 'bank_statement', 'tax_certificate'],
  business: ['business_registration', 'vat_certificate'],
  other: ['other'],
};

/** Converts requirement types. Telnyx does not distinguish persons and businesses. */
export function requirementsOf(
  place: { readonly country: string; readonly numberType: NumberType },
  types: readonly RequirementType[],
  kind: EndUserKind | null,
): Requirements {
  const documents = types.filter(({ type }) => type === 'document').map(documentOf);
  const texts = types.filter(({ type }) => type === 'textual');
  return {
    ...place,
    requiresActivation: types.length > 0,
    endUserKinds: END_USER_KINDS,
    requiredFields: texts.map(({ name, description }) => ({ field: fieldNameOf(name), reason: description })),
    address: addressOf(types),
    documents: documents.filter(({ purpose }) => kind !== 'person' || purpose !== 'business'),
    restrictions: [],
    typicalReviewHours: types.length > 0 ? REVIEW_HOURS : 0,
  };
}

export function requirementTypeOf(requirement: unknown): RequirementType {
  const row = fieldsOf(requirement);
  const criteria = fieldsOf(row['acceptance_criteria'] ?? {});
  return {
    id: textOf(row['id']),
    type: textOf(row['type']),
    name: textOf(row['name']),
    description: textOrNull(row['description']) ?? textOf(row['name']),
    timeLimit: textOrNull(criteria['time_limit']) ?? '',
    localityLimit: textOrNull(criteria['locality_limit']) ?? '',
  };
}

/** Returns the documents that a requirement of type `document` accepts. */
export function documentOf({ name, timeLimit }: RequirementType): RequiredDocument {
  const purpose = PURPOSES.find(([words]) => words.test(name))?.[1] ?? 'other';
  return { purpose, acceptedDocTypes: ACCEPTED[purpose], quantity: 1, maxAgeDays: maxAgeOf(timeLimit) };
}

/** Parses a time limit in days: "Less than 3 months old" → 90. */
function maxAgeOf(timeLimit: string): number | null {
  const [, count, unit = ''] = /(\d{1,4})\s*(day|week|month|year)/i.exec(timeLimit) ?? [];
  const days = DAYS[unit.toLowerCase()];
  return count === undefined || days === undefined ? null : Number(count) * days;
}

function addressOf(types: readonly RequirementType[]): AddressScope {
  const limits = types.filter(({ type }) => type === 'address').map(({ localityLimit }) => localityLimit);
  if (limits.length === 0) return 'none';
  if (limits.some((limit) => /locality|area|city/i.test(limit))) return 'local';
  return limits.some((limit) => /country/i.test(limit)) ? 'national' : 'worldwide';
}

function fieldNameOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}
