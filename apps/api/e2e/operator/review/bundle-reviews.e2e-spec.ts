import { Database } from '@trunkline/platform';
import { SyncBundleStatus } from '@trunkline/numbering';
import { bySession, type Customer, startApi, type TestApi } from '../../support';
import { aPdf } from '../../support/files';
import { Shopping } from '../../support/numbering/shopping';
import { failure, invalid } from '../../support/refusals';

const PATH = '/operator/compliance/bundles';
const BUSINESS = {
  kind: 'business',
  business_name: 'Quux Ltd',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  phone_e164: '+442071838750',
  address_line1: '12 Plumtree Square',
  city: 'London',
  postal_code: 'SW1Y 4JH',
  country: 'GB',
};

interface Resource {
  readonly id: string;
  readonly [member: string]: unknown;
}

describe(PATH, () => {
  let api: TestApi;
  let customer: Customer;
  let content: Buffer;

  const create = async (path: string, body: object): Promise<Resource> => {
    const answer = await api.post(`/v1/compliance/${path}`, body, customer);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.body.data as Resource;
  };
  /** Submits a bundle for mobile numbers of Great Britain. */
  const submit = async (): Promise<{ id: string; documentId: string }> => {
    const { id: endUserId } = await create('end-users', BUSINESS);
    const issued = { issued_at: new Date().toISOString().slice(0, 10), content_base64: content.toString('base64') };
    const documents: string[] = [];
    for (const type of ['passport', 'business_registration', 'utility_bill', 'other']) {
      documents.push((await create('documents', { ...issued, doc_type: type })).id);
    }
    const body = {
      name: 'London',
      end_user_id: endUserId,
      country: 'GB',
      number_type: 'mobile',
      document_ids: documents,
    };
    const { id } = await create('bundles', body);
    const submitted = await api.post(`/v1/compliance/bundles/${id}/submit`, {}, customer);
    expect([submitted.status, submitted.body.error]).toEqual([200, undefined]);
    return { id, documentId: documents[0]! };
  };
  const operator = (method: string, path: string, body?: object) => api.operator(method, `${PATH}/${path}`, body);

  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make({ balanceCents: 1000 });
    content = await aPdf();
  });
  afterAll(() => api.stop());

  it('lists submitted bundles, the longest waiting first', async () => {
    const [one, two] = [await submit(), await submit()];
    const page = async (query: string) => {
      const { items, next_cursor: cursor } = (await api.operator('GET', `${PATH}?${query}`)).body.data as {
        items: Resource[];
        next_cursor: string | null;
      };
      return { items, cursor };
    };
    const { items } = await page('');
    expect(items.slice(-2)).toMatchObject([
      { id: one.id, status: 'submitted', account_id: customer.accountId },
      { id: two.id, name: 'London' },
    ]);
    expect((await page('order=desc&limit=1')).items[0]?.id).toBe(two.id);
    const { cursor } = await page(`limit=${items.length - 1}`);
    expect((await page(`limit=${items.length - 1}&cursor=${cursor}`)).items).toMatchObject([{ id: two.id }]);
    expect((await page('status=approved')).items).toEqual([]);
    await operator('POST', `${one.id}/reject`, { rejection_codes: ['doc_illegible'] });
    const several = await page('status=submitted,rejected&order=desc&limit=2');
    expect(several.items.map(({ id }) => id)).toEqual([two.id, one.id]);
    expect(await api.operator('GET', `${PATH}?status=draft`)).toMatchObject(invalid('status'));
    expect(await api.operator('GET', `${PATH}?status=submitted,draft`)).toMatchObject(invalid('status'));
  });

  it('returns the end user, the documents and their content, recorded for the customer and in the audit trail', async () => {
    const { id, documentId } = await submit();
    const review = await operator('GET', id);
    expect(review.body.data).toMatchObject({
      id,
      end_user: { display_name: 'Quux Ltd' },
      documents: expect.arrayContaining([expect.objectContaining({ id: documentId, doc_type: 'passport' })]),
      results: expect.arrayContaining([expect.objectContaining({ requirement: 'end_user_kind', ok: true })]),
    });
    const { end_user: endUser } = review.body.data as { end_user: Resource };
    const path = `/operator/compliance/documents/${documentId}/content`;
    const download = await api.operator('GET', path);
    expect([download.status, download.bytes.equals(content)]).toEqual([200, true]);
    expect(download.headers.get('content-disposition')).toContain('attachment');
    const audit = await api.operator('GET', `/operator/audit?account_id=${customer.accountId}&limit=2`);
    expect((audit.body.data as { items: Resource[] }).items).toMatchObject([
      { action: 'document.read_content', subject: documentId },
      { action: 'bundle.read', subject: id },
    ]);
    for (const [resource, action] of [
      [documentId, 'document.read'],
      [documentId, 'document.read_content'],
      [endUser.id, 'end_user.read'],
    ]) {
      const log = await api.get(`/v1/compliance/access-log?resource_id=${resource}`, bySession(customer));
      const { items } = log.body.data as { items: Resource[] };
      expect(items).toEqual(expect.arrayContaining([expect.objectContaining({ actor_kind: 'operator', action })]));
    }
  });

  it('approves a bundle, which activates the numbers that wait for it', async () => {
    const { id } = await submit();
    const waiting = { country: 'GB', type: 'mobile', area: undefined, compliance_bundle_id: id };
    const { e164 } = await new Shopping(api, customer).buy(waiting);
    const number = () => api.get(`/v1/numbers/${String(e164)}`, customer);
    expect((await number()).body.data).toMatchObject({ status: 'pending_documents' });
    const approved = await operator('POST', `${id}/approve`);
    expect([approved.status, approved.body.data]).toMatchObject([
      200,
      { status: 'approved', account_id: customer.accountId },
    ]);
    const decided = await api
      .use(Database)
      .query(`SELECT type FROM platform.outbox WHERE data->>'bundle_id' = $1 ORDER BY seq`, [id]);
    expect(decided).toEqual([{ type: 'compliance.bundle.submitted' }, { type: 'compliance.bundle.approved' }]);
    await api.use(SyncBundleStatus).syncNumbers({ accountId: customer.accountId, bundleId: id });
    expect((await number()).body.data).toMatchObject({ status: 'active' });
    expect(await operator('POST', `${id}/approve`)).toMatchObject(failure(409, 'invalid_state'));
  });

  it('rejects a bundle with codes and notes', async () => {
    const { id } = await submit();
    const reject = (body: object) => operator('POST', `${id}/reject`, body);
    expect(await reject({})).toMatchObject(invalid('rejection_codes'));
    expect(await reject({ rejection_codes: [] })).toMatchObject(invalid('rejection_codes'));
    expect(await reject({ rejection_codes: ['ugly'] })).toMatchObject(invalid('rejection_codes'));
    expect(await reject({ rejection_codes: ['other'], review_notes: 'x'.repeat(2001) })).toMatchObject(
      invalid('review_notes'),
    );
    const reasons = { rejection_codes: ['doc_illegible', 'other'], review_notes: 'x'.repeat(2000) };
    const rejected = await reject(reasons);
    expect([rejected.status, rejected.body.data]).toMatchObject([200, { status: 'rejected', ...reasons }]);
    const read = await api.get(`/v1/compliance/bundles/${id}`, customer);
    expect(read.body.data).toMatchObject({ status: 'rejected', ...reasons });
    expect(await reject(reasons)).toMatchObject(failure(409, 'invalid_state'));
  });

  it('returns 404 for an unknown bundle or document, and for reading a draft', async () => {
    const { id } = await submit();
    await api.post(`/v1/compliance/bundles/${id}/withdraw`, {}, customer);
    const missing = failure(404, 'not_found');
    expect(await operator('GET', id)).toMatchObject(missing);
    expect(await operator('GET', 'cb_unknown')).toMatchObject(missing);
    expect(await operator('POST', 'cb_unknown/approve')).toMatchObject(missing);
    expect(await operator('POST', 'cb_unknown/reject', { rejection_codes: ['other'] })).toMatchObject(missing);
    expect(await api.operator('GET', '/operator/compliance/documents/doc_unknown/content')).toMatchObject(missing);
    expect(await operator('POST', `${id}/approve`)).toMatchObject(failure(409, 'invalid_state'));
  });
});
