import { type ComplianceDocument, endOfDay, isExpired } from './document';
import type { EndUser, PersonalDetails } from './end-user';
import {
  admits,
  forEndUserKind,
  type NumberRequirements,
  type RequiredDocument,
  type RequiredFieldName,
  unknownRequirements,
} from './requirements';

export const RESULT_CODES = [
  'met',
  'end_user_erased',
  'end_user_kind',
  'field_missing',
  'address_not_national',
  'doc_missing',
  'doc_expired',
  'doc_too_old',
  'doc_of_other_end_user',
] as const;
export type ResultCode = (typeof RESULT_CODES)[number];

/** Whether a bundle meets one requirement. */
export interface ValidationResult {
  readonly requirement: string;
  readonly code: ResultCode;
  readonly message: string;
  /** The member of the end user or of the bundle to change; null for a document. */
  readonly field: string | null;
  /** The accepted document type that is listed first; null for a field. */
  readonly docType: string | null;
}

export interface BundleContents {
  readonly endUser: EndUser;
  readonly documents: readonly ComplianceDocument[];
}

const DETAILS: Readonly<Record<RequiredFieldName, keyof PersonalDetails>> = {
  first_name: 'firstName',
  last_name: 'lastName',
  date_of_birth: 'dateOfBirth',
  business_name: 'businessName',
  business_registration_number: 'businessRegistrationNumber',
  vat_number: 'vatNumber',
  email: 'email',
  phone_e164: 'phoneE164',
  id_doc_number: 'idDocNumber',
};
const DAY_MS = 86_400_000;
const MET = 'The requirement is met.';

export const ERASED_END_USER: ValidationResult = {
  requirement: 'end_user',
  code: 'end_user_erased',
  message: 'The end user was erased. Set another end user.',
  field: 'end_user_id',
  docType: null,
};

/**
 * Selects what a bundle for all number types must meet from the known requirements of its country: those of every type that
 * its end user can have.
 */
export function forAllTypes(
  country: string,
  known: readonly NumberRequirements[],
  endUser: EndUser,
): readonly NumberRequirements[] {
  if (known.length === 0) return [unknownRequirements(country, 'geographic')];
  const admitted = known.filter((each) => admits(each, endUser));
  return admitted.length > 0 ? admitted : known;
}

/** Compares a bundle with the requirements. */
export function validateBundle(
  contents: BundleContents,
  requirements: readonly NumberRequirements[],
  now: Date,
): ValidationResult[] {
  const own = { ...contents, documents: contents.documents.filter((document) => isOf(document, contents.endUser)) };
  const results = [
    ...requirements.flatMap((each) => resultsOf(each, own, now)),
    ...contents.documents.filter((document) => !isOf(document, contents.endUser)).map(strangerResult),
  ];
  // Number types of a country share most requirements.
  return [...new Map(results.map((result) => [JSON.stringify(result), result])).values()];
}

/** Returns when the documents stop meeting the requirements because of their expiry; null: never. */
export function endOfValidity(
  { endUser, documents }: BundleContents,
  requirements: readonly NumberRequirements[],
): Date | null {
  const required = requirements.flatMap((each) => forEndUserKind(each, endUser.kind).documents);
  const ends = documents.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [endOfDay(expiresAt).getTime()]));
  const isLacking = (at: Date) =>
    required.some((each) => each.quantity > acceptedOf(each, documents).filter((doc) => !isExpired(doc, at)).length);
  return (
    ends
      .toSorted((one, other) => one - other)
      .map((end) => new Date(end))
      .find(isLacking) ?? null
  );
}

function resultsOf(
  requirements: NumberRequirements,
  { endUser, documents }: BundleContents,
  now: Date,
): ValidationResult[] {
  const needed = forEndUserKind(requirements, endUser.kind);
  const { endUserKinds, address, country } = needed;
  const isNational = address === 'none' || address === 'worldwide' || endUser.country === country;
  return [
    fieldResult('end_user_kind', endUserKinds.includes(endUser.kind), {
      code: 'end_user_kind',
      message: `Numbers of this country and type are for end users of kind ${endUserKinds.join(' or ')}.`,
      field: 'end_user_id',
    }),
    fieldResult('address', isNational, {
      code: 'address_not_national',
      message: `The address of the end user must be in ${country}.`,
      field: 'country',
    }),
    ...needed.requiredFields.map(({ field, reason }) =>
      fieldResult(field, endUser.details[DETAILS[field]] !== null, { code: 'field_missing', message: reason, field }),
    ),
    ...needed.documents.map((document) => documentResult(document, documents, now)),
  ];
}

function fieldResult(
  requirement: string,
  isMet: boolean,
  fault: Pick<ValidationResult, 'code' | 'message' | 'field'>,
): ValidationResult {
  const outcome = isMet ? { code: 'met' as const, message: MET, field: fault.field } : fault;
  return { requirement, ...outcome, docType: null };
}

function documentResult(
  required: RequiredDocument,
  documents: readonly ComplianceDocument[],
  now: Date,
): ValidationResult {
  const { purpose, acceptedDocTypes, quantity, maxAgeDays, description } = required;
  const accepted = acceptedOf(required, documents);
  const valid = accepted.filter((document) => !isExpired(document, now));
  const recent = valid.filter(({ issuedAt }) => maxAgeDays === null || isRecent(issuedAt, maxAgeDays, now));
  const what = description ?? `Proof of ${purpose}: ${acceptedDocTypes.join(' or ')}.`;
  const message = quantity > 1 ? `${quantity} documents. ${what}` : what;
  const base = { requirement: `document_${purpose}`, field: null, docType: acceptedDocTypes[0] ?? null };
  if (recent.length >= quantity) return { ...base, code: 'met', message: MET };
  if (accepted.length < quantity) return { ...base, code: 'doc_missing', message };
  if (valid.length < quantity) return { ...base, code: 'doc_expired', message: `${message} It has expired.` };
  const age = `It must have \`issued_at\`, at most ${maxAgeDays ?? 0} days ago.`;
  return { ...base, code: 'doc_too_old', message: `${message} ${age}` };
}

function acceptedOf({ acceptedDocTypes }: RequiredDocument, documents: readonly ComplianceDocument[]) {
  return documents.filter(({ docType }) => acceptedDocTypes.includes(docType));
}

function isOf({ endUserId }: ComplianceDocument, endUser: EndUser): boolean {
  return endUserId === null || endUserId === endUser.id;
}

function strangerResult({ id, docType }: ComplianceDocument): ValidationResult {
  const message = `${id} is a document of another end user. Remove it from the bundle.`;
  return { requirement: 'documents', code: 'doc_of_other_end_user', message, field: null, docType };
}

function isRecent(issuedAt: string | null, maxAgeDays: number, now: Date): boolean {
  return issuedAt !== null && endOfDay(issuedAt).getTime() + maxAgeDays * DAY_MS > now.getTime();
}
