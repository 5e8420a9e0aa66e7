import {
  type ApprovedBundle,
  type ApprovedDocument,
  type ApprovedEndUser,
  EndUserRegistrar,
  type Registration,
  type SupplierRefs,
  type WaitingNumber,
} from '../../application/registration/end-user-registrar';
import type { SupplierHttp } from '../suppliers/http/supplier-http';
import { dataOf, type Fields, fieldsOf, listOf, textOf, textOrNull } from '../suppliers/telnyx/telnyx-json';
import { documentOf, type RequirementType, requirementTypeOf } from '../suppliers/telnyx/telnyx-requirements';
import { TELNYX } from '../suppliers/telnyx/telnyx-types';

/** What the status of the requirements of an ordered number means (developers.telnyx.com/docs/numbers/phone-numbers/number-orders). */
const EXCEPTION = 'requirement-info-exception';

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
export class TelnyxRegistrar extends EndUserRegistrar {
  override readonly name = TELNYX;

  constructor(
    private readonly http: SupplierHttp,
    private readonly refs: SupplierRefs,
  ) {
    super();
  }

  override async register(number: WaitingNumber, bundle: ApprovedBundle): Promise<Registration> {
    const ordered = await this.orderedNumber(number);
    if (ordered['requirements_met'] === true || ordered['requirements_status'] === 'approved') {
      return { status: 'registered' };
    }
    const filled = await this.fill(ordered, bundle);
    if ('status' in filled) return filled;
    const group = await this.groupOf(ordered, bundle, filled.requirements);
    const isNew = await this.attach(number, bundle, { id: textOf(ordered['id']), group });
    const isRejected = !isNew && ordered['requirements_status'] === EXCEPTION;
    return isRejected ? { status: 'rejected', reasons: await this.reasonsOf(group) } : { status: 'pending' };
  }

  /** Attaches the group to the number once. Returns whether this call has done so. */
  private async attach(
    { orderId }: WaitingNumber,
    bundle: ApprovedBundle,
    { id, group }: { readonly id: string; readonly group: string },
  ): Promise<boolean> {
    let isNew = false;
    await this.refs.once(TELNYX, `attached/${orderId}/${bundle.id}`, async () => {
      const path = `/number_order_phone_numbers/${encodeURIComponent(id)}/requirement_group`;
      await this.http.begin().post(path, { requirement_group_id: group });
      isNew = true;
      return group;
    });
    return isNew;
  }

  /** The number of the order with its requirements. */
  private async orderedNumber({ orderId }: WaitingNumber): Promise<Fields> {
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
  ): Promise<{ readonly requirements: readonly FilledRequirement[] } | Registration> {
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
    return this.refs.once(TELNYX, `address/${id}`, async () => {
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
      return textOf(fieldsOf(dataOf(await this.http.begin().post('/addresses', address)))['id']);
    });
  }

  private upload({ id: bundleId }: ApprovedBundle, document: ApprovedDocument): Promise<string> {
    return this.refs.once(TELNYX, `document/${bundleId}/${document.id}`, async () => {
      const file = (await document.open()).toString('base64');
      const body = { file, filename: document.filename, customer_reference: document.id };
      return textOf(fieldsOf(dataOf(await this.http.begin().post('/documents', body)))['id']);
    });
  }

  /** The group is submitted for approval when it is created; a repeat of the submission after a crash does no harm. */
  private groupOf(
    ordered: Fields,
    { id: bundleId }: ApprovedBundle,
    requirements: readonly FilledRequirement[],
  ): Promise<string> {
    const country = textOf(ordered['country_code']);
    const type = textOf(ordered['phone_number_type']);
    return this.refs.once(TELNYX, `group/${bundleId}/${country}/${type}`, async () => {
      const created = await this.http.begin().post('/requirement_groups', {
        country_code: country,
        phone_number_type: type,
        action: 'ordering',
        customer_reference: bundleId,
        regulatory_requirements: requirements,
      });
      const id = textOf(groupFields(created)['id']);
      await this.http.begin().post(`/requirement_groups/${encodeURIComponent(id)}/submit_for_approval`, {});
      return id;
    });
  }

  /** Telnyx states no reasons, only which requirements it declined. */
  private async reasonsOf(group: string): Promise<readonly string[]> {
    const found = groupFields(await this.http.begin().get(`/requirement_groups/${encodeURIComponent(group)}`));
    const declined = listOf(found['regulatory_requirements'] ?? []).filter(({ status }) => status === 'declined');
    const types = await Promise.all(declined.map((each) => this.requirementType(textOf(each['requirement_id']))));
    return types.map(({ name }) => `${name} was declined.`);
  }
}

/** The group itself, which this resource returns without an envelope, or its envelope. */
function groupFields(answer: unknown): Fields {
  const fields = fieldsOf(answer);
  return fields['data'] === undefined ? fields : fieldsOf(fields['data']);
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
