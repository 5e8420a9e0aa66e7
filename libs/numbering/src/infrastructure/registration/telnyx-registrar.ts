import { buffer } from 'node:stream/consumers';
import {
  type ApprovedBundle,
  type ApprovedDocument,
  type ApprovedEndUser,
  type EndUserRegistrar,
  type RegistrationCheck,
  type RegistrationResult,
  type UnregisteredNumber,
} from '../../application/registration/end-user-registrar';
import type { SupplierRefs } from '../../application/registration/supplier-refs';
import type { SupplierHttp } from '../suppliers/http/supplier-http';
import { dataOf, type Fields, fieldsOf, listOf, textOf, textOrNull } from '../suppliers/telnyx/telnyx-json';
import { documentOf, type RequirementType, requirementTypeOf } from '../suppliers/telnyx/telnyx-requirements';
import { TELNYX } from '../suppliers/telnyx/telnyx-types';
import { deleteRecord } from './delete-record';

/** What the status of the requirements of an ordered number means (developers.telnyx.com/docs/numbers/phone-numbers/number-orders). */
const EXCEPTION = 'requirement-info-exception';
/** Telnyx deletes a document after 30 minutes when nothing refers to it. */
const DOCUMENT_STALE_AFTER_SECONDS = 25 * 60;

/** Where records are deleted, by the first part of their key. */
const COLLECTIONS = { group: 'requirement_groups', document: 'documents', address: 'addresses' } as const;

/** Texts that a requirement may ask for, by a word in its name. The first match counts. */
const TEXTS: readonly (readonly [RegExp, (endUser: ApprovedEndUser) => string | null])[] = [
  [/birth/i, ({ dateOfBirth }) => dateOfBirth],
  [/e-?mail/i, ({ email }) => email],
  [/phone|contact number/i, ({ phoneE164 }) => phoneE164],
  [/\b(vat|tax|cif|nif)\b/i, ({ vatNumber }) => vatNumber],
  [/\b(dni|nie|cpf|id number|identity number)\b/i, ({ idDocNumber }) => idDocNumber],
  [/regist.*number|company id|siren/i, ({ businessRegistrationNumber }) => businessRegistrationNumber],
  [/company|business name/i, ({ businessName }) => businessName],
  [/description|use case|usage|website/i, ({ notes }) => notes],
  [/name/i, ({ firstName, lastName }) => [firstName, lastName].filter((part) => part !== null).join(' ') || null],
];

interface FilledRequirement {
  readonly requirement_id: string;
  readonly field_value: string;
}

/**
 * Registers end users at Telnyx: addresses and documents of a bundle, a requirement group per bundle, country and number
 * type, and the group attached to each ordered number (developers.telnyx.com/docs/numbers/phone-numbers/requirement-groups).
 */
export class TelnyxRegistrar implements EndUserRegistrar {
  readonly name = TELNYX;

  constructor(
    private readonly http: SupplierHttp,
    private readonly refs: SupplierRefs,
  ) {}

  async register(number: UnregisteredNumber, open: () => Promise<ApprovedBundle>): Promise<RegistrationResult> {
    const ordered = await this.orderedNumber(number);
    if (isAccepted(ordered)) return { status: 'registered' };
    const attachment = attachmentOf(number);
    const attached = await this.refs.find(TELNYX, attachment);
    if (attached !== null) return this.statusOf(ordered, attached);
    const bundle = await open();
    const filled = await this.fill(ordered, bundle);
    if ('status' in filled) return filled;
    const group = await this.groupOf(ordered, bundle, filled.requirements);
    await this.refs.once(TELNYX, attachment, {
      create: async () => {
        const path = `/number_order_phone_numbers/${encodeURIComponent(textOf(ordered['id']))}/requirement_group`;
        await this.http.begin().post(path, { requirement_group_id: group });
        return group;
      },
    });
    return { status: 'pending' };
  }

  async check(number: UnregisteredNumber): Promise<RegistrationCheck> {
    const ordered = await this.orderedNumber(number);
    if (isAccepted(ordered)) return { status: 'registered' };
    const attached = await this.refs.find(TELNYX, attachmentOf(number));
    return attached === null ? { status: 'pending' } : this.statusOf(ordered, attached);
  }

  async erase(bundleId: string): Promise<void> {
    const stored = await this.refs.ofBundle(TELNYX, bundleId);
    // Telnyx deletes no document or address that a requirement group refers to.
    for (const kind of ['group', 'document', 'address'] as const) {
      for (const { key, ref } of stored.filter((each) => each.key.startsWith(`${kind}/`))) {
        const id = ref ?? (await this.findByKey(key));
        if (id !== null) await deleteRecord(this.http, `/${COLLECTIONS[kind]}/${encodeURIComponent(id)}`);
        await this.refs.forget(TELNYX, key);
      }
    }
    for (const { key } of await this.refs.ofBundle(TELNYX, bundleId)) await this.refs.forget(TELNYX, key);
  }

  /** Finds a record by the reference that it was created with. */
  private findByKey(key: string): Promise<string | null> {
    const [kind, bundleId = '', second = '', type = ''] = key.split('/');
    if (kind === 'address') return this.findByReference('/addresses', { 'filter[customer_reference][eq]': bundleId });
    if (kind === 'document') return this.findByReference('/documents', { 'filter[customer_reference][eq]': second });
    return this.findByReference('/requirement_groups', groupFilters(bundleId, second, type));
  }

  private async statusOf(ordered: Fields, group: string): Promise<RegistrationCheck> {
    if (ordered['requirements_status'] !== EXCEPTION) return { status: 'pending' };
    return { status: 'rejected', reasons: await this.reasonsOf(group) };
  }

  /** The number of the order with its requirements. */
  private async orderedNumber({ orderId }: UnregisteredNumber): Promise<Fields> {
    const calls = this.http.begin();
    const orders = listOf(dataOf(await calls.get('/number_orders', { 'filter[customer_reference]': orderId })));
    const order = orders.find((each) => each['customer_reference'] === orderId && each['status'] !== 'failure');
    const [number] = listOf(order?.['phone_numbers'] ?? []);
    const id = encodeURIComponent(textOf(number?.['id']));
    return fieldsOf(dataOf(await calls.get(`/number_order_phone_numbers/${id}`)));
  }

  /** Fills each requirement, or names those that the bundle cannot fill. Hands over nothing in that case. */
  private async fill(
    ordered: Fields,
    bundle: ApprovedBundle,
  ): Promise<{ readonly requirements: readonly FilledRequirement[] } | RegistrationResult> {
    const ids = listOf(ordered['regulatory_requirements'] ?? []).map((each) => textOf(each['requirement_id']));
    const types = await Promise.all(ids.map((id) => this.requirementType(id)));
    const missing = types.filter((type) => !canFill(type, bundle)).map(({ name }) => name);
    if (missing.length > 0) return { status: 'incomplete', missing };
    const filled: FilledRequirement[] = [];
    for (const type of types) {
      filled.push({ requirement_id: type.id, field_value: await this.fieldValueOf(type, bundle) });
    }
    return { requirements: filled };
  }

  private async requirementType(id: string): Promise<RequirementType> {
    return requirementTypeOf(dataOf(await this.http.begin().get(`/requirement_types/${encodeURIComponent(id)}`)));
  }

  private fieldValueOf(type: RequirementType, bundle: ApprovedBundle): Promise<string> {
    if (type.type === 'address') return this.addressOf(bundle);
    const document = type.type === 'document' ? documentFor(type, bundle) : null;
    if (document) return this.upload(bundle, document);
    return Promise.resolve(textFor(type, bundle.endUser) ?? '');
  }

  private addressOf({ id, endUser }: ApprovedBundle): Promise<string> {
    const address = {
      customer_reference: id,
      first_name: endUser.firstName ?? '',
      last_name: endUser.lastName ?? '',
      business_name: endUser.businessName ?? '',
      street_address: endUser.addressLine1,
      ...(endUser.addressLine2 !== null && { extended_address: endUser.addressLine2 }),
      locality: endUser.city,
      ...(endUser.state !== null && { administrative_area: endUser.state }),
      postal_code: endUser.postalCode,
      country_code: endUser.country,
      address_book: false,
    };
    return this.refs.once(TELNYX, `address/${id}`, {
      find: () => this.findByReference('/addresses', { 'filter[customer_reference][eq]': id }),
      create: async () => idOf(await this.http.begin().post('/addresses', address)),
    });
  }

  private upload({ id: bundleId }: ApprovedBundle, document: ApprovedDocument): Promise<string> {
    return this.refs.once(TELNYX, `document/${bundleId}/${document.id}`, {
      find: () => this.findByReference('/documents', { 'filter[customer_reference][eq]': document.id }),
      create: async () => {
        const file = (await buffer(await document.open())).toString('base64');
        const body = { file, filename: document.filename, customer_reference: document.id };
        return idOf(await this.http.begin().post('/documents', body));
      },
      staleAfterSeconds: DOCUMENT_STALE_AFTER_SECONDS,
    });
  }

  /** Returns the group of the bundle, submitted for approval. */
  private async groupOf(
    ordered: Fields,
    { id: bundleId }: ApprovedBundle,
    requirements: readonly FilledRequirement[],
  ): Promise<string> {
    const country = textOf(ordered['country_code']);
    const type = textOf(ordered['phone_number_type']);
    const key = `group/${bundleId}/${country}/${type}`;
    const group = await this.refs.once(TELNYX, key, {
      find: () => this.findByReference('/requirement_groups', groupFilters(bundleId, country, type)),
      create: async () =>
        idOf(
          await this.http.begin().post('/requirement_groups', {
            country_code: country,
            phone_number_type: type,
            action: 'ordering',
            customer_reference: bundleId,
            regulatory_requirements: requirements,
          }),
        ),
    });
    return this.refs.once(TELNYX, `submitted/${group}`, {
      create: async () => {
        await this.http.begin().post(`/requirement_groups/${encodeURIComponent(group)}/submit_for_approval`, {});
        return group;
      },
    });
  }

  private async findByReference(path: string, filters: Readonly<Record<string, string>>): Promise<string | null> {
    const [found] = listOf(contentOf(await this.http.begin().get(path, filters)));
    return found ? textOf(found['id']) : null;
  }

  /** Telnyx states no reasons, only which requirements it declined. */
  private async reasonsOf(group: string): Promise<readonly string[]> {
    const found = fieldsOf(contentOf(await this.http.begin().get(`/requirement_groups/${encodeURIComponent(group)}`)));
    const declined = listOf(found['regulatory_requirements'] ?? []).filter(({ status }) => status === 'declined');
    const types = await Promise.all(declined.map((each) => this.requirementType(textOf(each['requirement_id']))));
    return types.map(({ name }) => `${name} was declined.`);
  }
}

function attachmentOf({ orderId, bundleId }: UnregisteredNumber): string {
  return `attached/${orderId}/${bundleId}`;
}

function isAccepted(ordered: Fields): boolean {
  const status = ordered['requirements_status'];
  return status === 'approved' || (ordered['requirements_met'] === true && status !== EXCEPTION);
}

function groupFilters(bundleId: string, country: string, type: string): Readonly<Record<string, string>> {
  return {
    'filter[country_code]': country,
    'filter[phone_number_type]': type,
    'filter[customer_reference]': bundleId,
  };
}

/** The content of a response. Requirement groups are returned without an envelope. */
function contentOf(answer: unknown): unknown {
  return Array.isArray(answer) || fieldsOf(answer)['data'] === undefined ? answer : dataOf(answer);
}

function idOf(answer: unknown): string {
  return textOf(fieldsOf(contentOf(answer))['id']);
}

function canFill(type: RequirementType, bundle: ApprovedBundle): boolean {
  if (type.type === 'address') return true;
  if (type.type === 'document') return documentFor(type, bundle) !== null;
  return textFor(type, bundle.endUser) !== null;
}

function documentFor(type: RequirementType, { documents }: ApprovedBundle): ApprovedDocument | null {
  const { acceptedDocTypes } = documentOf(type);
  return documents.find(({ docType }) => acceptedDocTypes.includes(docType)) ?? null;
}

function textFor({ name }: RequirementType, endUser: ApprovedEndUser): string | null {
  const reader = TEXTS.find(([words]) => words.test(name))?.[1];
  return textOrNull(reader?.(endUser));
}
