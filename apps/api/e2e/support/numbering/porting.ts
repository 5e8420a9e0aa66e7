import { Clock } from '@trunkline/kernel';
import { PortCoverages } from '@trunkline/numbering';
import { Database } from '@trunkline/platform';
import { bySession, type Customer, type TestApi } from '../index';
import { aPdf } from '../files';
import { dataOf, type Row } from './shopping';

export const PORT_FEE_CENTS = 500;

/** What a request needs to be submitted, besides its numbers and documents. */
export const COMPLETE = {
  losing_carrier: 'Old Telecom',
  account_number: 'A-4711',
  pin: '1234',
  authorized_person: 'Ada Lovelace',
  authorized_email: 'ada@example.com',
};

let used = 0;

/** Lets geographic numbers of Germany be ported for five dollars each. */
export async function coverGermany(api: TestApi): Promise<void> {
  const row = {
    country: 'DE',
    numberType: 'geographic',
    portable: true,
    leadDays: 7,
    requiredDocuments: [],
    requiredFields: [],
    pinRequired: false,
    feeCents: PORT_FEE_CENTS,
  } as const;
  await api.use(Database).run(() => api.use(PortCoverages).replace([row], api.use(Clock).now()));
}

/** Ports of a customer, by the API. */
export class Porting {
  private document: string | null = null;

  constructor(
    private readonly api: TestApi,
    readonly customer: Customer,
  ) {}

  /** Returns numbers that no other test has, of which the first ends with the digits. */
  static fresh(count = 1, firstEnd = '00'): string[] {
    used += 1;
    const block = `+493056${String(used).padStart(2, '0')}`;
    return [
      `${block}${firstEnd.padStart(4, '0')}`,
      ...Array.from({ length: count - 1 }, (_, i) => `${block}${1000 + i}`),
    ];
  }

  create(e164s: readonly string[], change: Row = {}) {
    return this.api.post('/v1/porting/requests', { ...COMPLETE, e164s, ...change }, this.customer);
  }

  async draft(e164s = Porting.fresh(), change: Row = {}): Promise<string> {
    const answer = await this.create(e164s, change);
    if (answer.status !== 201) throw new Error(`The draft failed: ${answer.text}`);
    return String(dataOf(answer)['id']);
  }

  async documentId(): Promise<string> {
    if (this.document !== null) return this.document;
    const body = { doc_type: 'other', content_base64: (await aPdf()).toString('base64') };
    const answer = await this.api.post('/v1/compliance/documents', body, bySession(this.customer));
    this.document = String(dataOf(answer)['id']);
    return this.document;
  }

  /** Adds one document for all purposes that every request needs. */
  async addDocuments(id: string): Promise<void> {
    for (const purpose of ['loa', 'invoice'])
      await this.post(id, 'documents', { document_id: await this.documentId(), purpose });
  }

  async submitted(e164s = Porting.fresh(), change: Row = {}): Promise<string> {
    const id = await this.draft(e164s, change);
    await this.addDocuments(id);
    const answer = await this.post(id, 'submit');
    if (answer.status !== 200) throw new Error(`The submission failed: ${answer.text}`);
    return id;
  }

  post(id: string, action: string, body: Row = {}) {
    return this.api.post(`/v1/porting/requests/${id}/${action}`, body, this.customer);
  }

  get(id: string, path = '') {
    return this.api.get(`/v1/porting/requests/${id}${path}`, this.customer);
  }

  async read(id: string): Promise<Row> {
    return dataOf(await this.get(id));
  }

  transition(id: string, status: string, change: Row = {}) {
    return this.api.operator('POST', `/operator/porting/requests/${id}/transition`, { status, ...change });
  }

  /** Unix seconds of a time ahead, on the clock of the API. */
  inDays(days: number): number {
    return Math.floor(this.api.use(Clock).now().getTime() / 1000) + days * 86_400;
  }
}
