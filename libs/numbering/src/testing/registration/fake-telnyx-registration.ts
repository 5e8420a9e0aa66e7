import { randomUUID } from 'node:crypto';
import { type FakeAnswer, type FakeCall, FakeRegistrationServer, type Json } from './fake-registration-server';

const TYPES = [
  { id: 'rt-address', type: 'address', name: 'Local address' },
  { id: 'rt-bill', type: 'document', name: 'Proof of Address' },
  { id: 'rt-id', type: 'document', name: 'Copy of ID or passport' },
  { id: 'rt-form', type: 'document', name: 'Executed Registration Form' },
  { id: 'rt-phone', type: 'textual', name: 'Contact phone number' },
];
const LISTED = ['addresses', 'documents', 'requirement_groups'];
const REQUIREMENTS = TYPES.map(({ id, type }) => ({ requirement_id: id, field_type: type }));

interface Ordered extends Json {
  readonly id: string;
  readonly orderId: string;
}

/** The part of Telnyx's API v2 that registers end users. */
export class FakeTelnyxRegistration extends FakeRegistrationServer {
  private readonly numbers: Ordered[] = [];
  private readonly created = new Map<string, Json[]>();
  /** Connections of numbers, by id or E.164. */
  private readonly connections = new Map<string, unknown>();

  override addNumber(orderId: string): string {
    const id = randomUUID();
    const place = { country_code: 'DE', phone_number_type: 'local', regulatory_requirements: REQUIREMENTS };
    const status = { requirements_met: false, requirements_status: 'requirement-info-pending' };
    this.numbers.push({ id, orderId, ...place, ...status });
    return `number-of-${orderId}`;
  }

  override decide(orderId: string, reasons?: readonly string[]): void {
    const number = this.numbers.find((each) => each.orderId === orderId)!;
    number['requirements_met'] = reasons === undefined;
    number['requirements_status'] = reasons ? 'requirement-info-exception' : 'approved';
    const group = this.all('requirement_groups').find(({ id }) => id === number['group']);
    if (!group || !reasons) return;
    group['regulatory_requirements'] = [{ requirement_id: 'rt-bill', status: 'declined' }];
  }

  override contents(): readonly string[] {
    return this.all('documents').map(({ file }) => Buffer.from(String(file), 'base64').toString());
  }

  override held(): readonly string[] {
    return LISTED.filter((type) => this.all(type).length > 0);
  }

  override names(): readonly string[] {
    return this.all('addresses').map((address) => String(address['first_name']));
  }

  /** References and file names that arrived. */
  references(): readonly { readonly reference: string; readonly filename: unknown }[] {
    const records = [...this.created.values()].flat();
    return records.map((record) => ({ reference: String(record['customer_reference']), filename: record['filename'] }));
  }

  protected override answer({ method, path, query, json }: FakeCall): FakeAnswer {
    const [type = '', id = '', action] = path.split('/');
    if (method === 'DELETE') return this.delete(type, id);
    if (method === 'POST' && action === undefined) return this.create(type, json);
    if (type === 'phone_numbers') return this.owned(method, id || query.get('filter[phone_number]') || '', json);
    if (action === 'submit_for_approval') return ok(this.all('requirement_groups').find((each) => each['id'] === id)!);
    const number = this.numbers.find((each) => each.id === id);
    if (action === 'requirement_group' && number) {
      Object.assign(number, {
        group: json['requirement_group_id'],
        requirements_status: 'requirement-info-under-review',
      });
      return ok({ data: number });
    }
    if (type === 'number_order_phone_numbers' && number) return ok({ data: number });
    if (type === 'requirement_types') return ok({ data: TYPES.find((each) => each.id === id) });
    if (method === 'GET' && id === '' && LISTED.includes(type)) return this.list(type, query);
    if (type === 'requirement_groups') return ok(this.all(type).find((each) => each['id'] === id)!);
    const orderId = query.get('filter[customer_reference]');
    const found = this.numbers.filter((each) => each.orderId === orderId);
    return ok({
      data: found.map((each) => ({ customer_reference: orderId, status: 'pending', phone_numbers: [each] })),
    });
  }

  /** Answers for a number by its id, or with a list by its E.164, which is its id too. */
  private owned(method: string, name: string, json: Json): FakeAnswer {
    if (method === 'PATCH') this.connections.set(name, json['connection_id']);
    const found = { id: name, phone_number: name, status: 'active', connection_id: this.connections.get(name) ?? null };
    return ok({ data: name.startsWith('+') && method === 'GET' ? [found] : found });
  }

  private delete(type: string, id: string): FakeAnswer {
    const left = this.all(type).filter((each) => each['id'] !== id);
    if (left.length === this.all(type).length) return { status: 404, body: { errors: [] } };
    this.created.set(type, left);
    return { status: 204, body: null };
  }

  /** A requirement group is returned without an envelope. */
  private create(type: string, json: Json): FakeAnswer {
    const record = { ...json, id: randomUUID() };
    this.created.set(type, [...this.all(type), record]);
    return ok(type === 'requirement_groups' ? record : { data: record });
  }

  private list(type: string, query: URLSearchParams): FakeAnswer {
    const wanted = [...query].map(([name, value]) => [/\[(\w+)\]/.exec(name)?.[1] ?? '', value] as const);
    const found = this.all(type).filter((record) => wanted.every(([name, value]) => record[name] === value));
    return ok(type === 'requirement_groups' ? found : { data: found });
  }

  private all(type: string): Json[] {
    return this.created.get(type) ?? [];
  }
}

function ok(body: object): FakeAnswer {
  return { status: 200, body };
}
