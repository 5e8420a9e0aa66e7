import { type AddressScope, END_USER_KINDS, type EndUserKind, type NumberType } from '@trunkline/kernel';
import type { RequiredDocument, RequiredField, Requirements } from '../../../domain/requirements';
import type { SupplierCalls } from '../http/supplier-http';
import type { LenientRowReader } from '../lenient-row-reader';
import { type DidGroup, numberTypeOf } from './did-group';
import type { DidwwCatalog } from './didww-catalog';
import { pageOf, type Resource } from './json-api';

const LIST = 'address_requirements';
export const REQUIREMENT_INCLUDES = [
  'country',
  'did_group_type',
  'personal_proof_types',
  'business_proof_types',
  'address_proof_types',
  'personal_permanent_document',
  'personal_onetime_document',
  'business_permanent_document',
  'business_onetime_document',
].join();

/** Names of end user kinds at DIDWW. */
const KINDS = { person: 'personal', business: 'business' } as const;
/** Estimate: DIDWW does not publish review times. */
const REVIEW_HOURS = 72;

const SCOPES: Readonly<Record<string, AddressScope>> = {
  world_wide: 'worldwide',
  country: 'national',
  area: 'local',
  city: 'local',
};

/** Document types by a word in the name at DIDWW. The first match counts. */
const DOC_TYPES: readonly (readonly [RegExp, string])[] = [
  [/passport/i, 'passport'],
  [/driv/i, 'drivers_license'],
  [/\b(id|identity)\b/i, 'national_id'],
  [/utility|bill|invoice/i, 'utility_bill'],
  [/bank/i, 'bank_statement'],
  [/vat/i, 'vat_certificate'],
  [/tax/i, 'tax_certificate'],
  [/regist|incorporation|company/i, 'business_registration'],
];

/** Reads address requirements (doc.didww.com/api3/2026-04-16/regulation-resources/requirements). */
export class DidwwRequirements {
  constructor(
    private readonly catalog: DidwwCatalog,
    private readonly rowReader: LenientRowReader,
  ) {}

  /** Returns null when no group of the country has the type. */
  async find(calls: SupplierCalls, country: string, type: NumberType, kind: EndUserKind | null) {
    const groups = (await this.catalog.groups(calls, country)).filter(({ numberType }) => numberType === type);
    const [group] = groups;
    if (!group) return null;
    const terms = {
      country,
      numberType: type,
      restrictions: groups.find((each) => each.restrictions[0])?.restrictions ?? [],
      requiresActivation: groups.some(({ requiresActivation }) => requiresActivation),
    };
    const resource = terms.requiresActivation ? await this.read(calls, group) : null;
    return resource ? toRequirements(resource, terms, kind) : { ...NO_REQUIREMENTS, ...terms };
  }

  private async read(calls: SupplierCalls, group: DidGroup): Promise<Resource | null> {
    const query = { 'filter[country.id]': group.countryId, include: REQUIREMENT_INCLUDES };
    const answer = await calls.get('/address_requirements', query);
    const { items } = pageOf(answer, (rows, read) => this.rowReader.read(LIST, rows, read));
    const typed = this.rowReader.read(LIST, items, (resource) => {
      return { resource, type: resource.one('did_group_type')?.text('name') ?? '' };
    });
    return typed.find(({ type }) => numberTypeOf(type, group.callingCode) === group.numberType)?.resource ?? null;
  }
}

type Terms = Pick<Requirements, 'country' | 'numberType' | 'requiresActivation' | 'restrictions'>;

const NO_REQUIREMENTS: Omit<Requirements, keyof Terms> = {
  endUserKinds: END_USER_KINDS,
  requiredFields: [],
  address: 'none',
  documents: [],
  typicalReviewHours: 0,
};

function toRequirements(resource: Resource, terms: Terms, kind: EndUserKind | null): Requirements {
  const identity = resource.text('identity_type').toLowerCase();
  const endUserKinds = END_USER_KINDS.filter((each) => identity === 'any' || identity === KINDS[each]);
  const kinds = endUserKinds.filter((each) => each === (kind ?? each));
  const message = resource.textOrNull('restriction_message');
  const legal = message === null ? [] : [{ type: 'legal' as const, message, complianceCode: null }];
  return {
    ...terms,
    endUserKinds,
    requiredFields: fieldsOf(resource, kinds),
    documents: documentsOf(resource, kinds),
    address: SCOPES[resource.textOrNull('address_area_level')?.toLowerCase() ?? ''] ?? 'none',
    restrictions: [...terms.restrictions, ...legal],
    typicalReviewHours: REVIEW_HOURS,
  };
}

function fieldsOf(resource: Resource, kinds: readonly EndUserKind[]): RequiredField[] {
  const fields = new Map<string, RequiredField>();
  for (const kind of kinds) {
    for (const name of resource.texts(`${KINDS[kind]}_mandatory_fields`)) {
      const field = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
      fields.set(field, fields.get(field) ?? { field, reason: `${name}, required of a ${kind}.` });
    }
  }
  return [...fields.values()];
}

function documentsOf(resource: Resource, kinds: readonly EndUserKind[]): RequiredDocument[] {
  const identity = kinds.includes('person') ? [proofOf(resource, 'personal', 'identity')] : [];
  const business = kinds.includes('business') ? [proofOf(resource, 'business', 'business')] : [];
  const proofs = [...identity, ...business, proofOf(resource, 'address', 'address')];
  return [...proofs.filter(({ quantity }) => quantity > 0), ...formsOf(resource, kinds)];
}

function proofOf(resource: Resource, what: string, purpose: RequiredDocument['purpose']): RequiredDocument {
  const types = resource.many(`${what}_proof_types`).map((type) => docTypeOf(type.text('name')));
  const quantity = resource.count(`${what}_proof_qty`);
  return { purpose, acceptedDocTypes: [...new Set(types)], quantity, maxAgeDays: null };
}

/** Returns the DIDWW forms to be signed, each once. */
function formsOf(resource: Resource, kinds: readonly EndUserKind[]): RequiredDocument[] {
  const forms = kinds.flatMap((kind) =>
    ['permanent', 'onetime'].flatMap((term) => resource.one(`${KINDS[kind]}_${term}_document`)?.id ?? []),
  );
  const quantity = new Set(forms).size;
  return quantity === 0 ? [] : [{ purpose: 'other', acceptedDocTypes: ['other'], quantity, maxAgeDays: null }];
}

/** Returns our type of a document that DIDWW names; `other` for unknown names. */
export function docTypeOf(name: string): string {
  return DOC_TYPES.find(([words]) => words.test(name))?.[1] ?? 'other';
}
