import { newId } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { bySession, type Customer, startApi, type TestApi } from '../../support';
import { aPdf } from '../../support/files';
import { join } from '../../support/identity/members';
import { Shopping } from '../../support/numbering/shopping';
import { failure, invalid } from '../../support/refusals';

const PATH = '/v1/compliance/bundles';
const PERSON = {
  kind: 'person',
  first_name: 'Ada',
  last_name: 'Lovelace',
  phone_e164: '+4930901820',
  address_line1: '12 Plumtree Square',
  city: 'Berlin',
  postal_code: '10115',
  country: 'DE',
};

interface Bundle {
  readonly id: string;
  readonly status: string;
  readonly document_ids: readonly string[];
  readonly [member: string]: unknown;
}

type Request = ['get' | 'delete', path: string] | ['post' | 'patch', path: string, body: object];

describe(PATH, () => {
  let api: TestApi;
  let customer: Customer;
  let other: Customer;
  let endUserId: string;
  /** A passport, another document and a utility bill: complete for a geographic number of Germany. */
  let documentIds: string[];

  const upload = async (docType: string, sender: Customer = customer): Promise<string> => {
    const content = (await aPdf()).toString('base64');
    const today = new Date().toISOString().slice(0, 10);
    const body = { doc_type: docType, issued_at: today, content_base64: content };
    return ((await api.post('/v1/compliance/documents', body, sender)).body.data as Bundle).id;
  };
  const create = async (change: object = {}): Promise<Bundle> => {
    const body = { name: 'Berlin', end_user_id: endUserId, country: 'DE', number_type: 'geographic', ...change };
    const answer = await api.post(PATH, body, customer);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.body.data as Bundle;
  };
  const setStatus = (id: string, status: string) =>
    api
      .use(Database)
      .query(`UPDATE compliance.bundles SET status = $2, approved_at = now(), rejected_at = now() WHERE id = $1`, [
        id,
        status,
      ]);

  beforeAll(async () => {
    api = await startApi();
    [customer, other] = [await api.customers.make({ balanceCents: 1000 }), await api.customers.make()];
    endUserId = ((await api.post('/v1/compliance/end-users', PERSON, customer)).body.data as Bundle).id;
    documentIds = [await upload('passport'), await upload('other'), await upload('utility_bill')].sort();
  });
  afterAll(() => api.stop());

  it('returns 201 with a draft', async () => {
    const { created_at: createdAt, ...bundle } = await create({ document_ids: documentIds });
    expect(bundle).toEqual({
      id: expect.stringMatching(/^cb_/),
      name: 'Berlin',
      end_user_id: endUserId,
      country: 'DE',
      number_type: 'geographic',
      status: 'draft',
      document_ids: documentIds,
      review_notes: null,
      rejection_codes: [],
      valid_until: null,
      is_lapsed: false,
      number_count: 0,
      submitted_at: null,
      approved_at: null,
      rejected_at: null,
      updated_at: createdAt,
    });
  });

  it('accepts a bundle for all number types, 20 documents and the longest name', async () => {
    const ids = [...documentIds];
    while (ids.length < 20) ids.push(await upload('other'));
    const bundle = await create({ number_type: null, name: 'x'.repeat(100), document_ids: ids });
    expect(bundle).toMatchObject({ number_type: null, document_ids: ids.toSorted() });
    const path = `${PATH}/${bundle.id}/documents`;
    expect(await api.post(path, { document_id: documentIds[0] }, customer)).toMatchObject({ status: 200 });
    expect(await api.post(path, { document_id: await upload('other') }, customer)).toMatchObject(
      invalid('document_id'),
    );
  });

  it.each<[string, object]>([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: undefined }],
    ['end_user_id', { end_user_id: 'eu_unknown' }],
    ['end_user_id', { end_user_id: null }],
    ['country', { country: 'XX' }],
    ['number_type', { number_type: 'fixed' }],
    ['document_ids', { document_ids: ['doc_unknown'] }],
    ['document_ids', { document_ids: Array.from({ length: 21 }, () => newId('doc')) }],
    ['status', { status: 'approved' }],
  ])('returns 422 naming %s for %j', async (field, change) => {
    const body = { name: 'Berlin', end_user_id: endUserId, country: 'DE', ...change };
    expect(await api.post(PATH, body, customer)).toMatchObject(invalid(field));
  });

  it('lists bundles by filter and page', async () => {
    const reader = await api.customers.make();
    const person = (await api.post('/v1/compliance/end-users', PERSON, reader)).body.data as Bundle;
    const made: string[] = [];
    for (const change of [{ country: 'DE' }, { country: 'FR', number_type: 'mobile' }, { country: 'FR' }]) {
      const answer = await api.post(PATH, { name: 'A', end_user_id: person.id, ...change }, reader);
      made.unshift((answer.body.data as Bundle).id);
    }
    const page = async (query: string) => {
      const { items, next_cursor: cursor } = (await api.get(`${PATH}?${query}`, reader)).body.data as {
        items: Bundle[];
        next_cursor: string | null;
      };
      return { ids: items.map(({ id }) => id), cursor };
    };
    expect((await page('')).ids).toEqual(made);
    expect((await page('order=asc')).ids).toEqual(made.toReversed());
    expect((await page('country=FR')).ids).toEqual(made.slice(0, 2));
    expect((await page('country=FR&number_type=mobile')).ids).toEqual([made[1]]);
    expect((await page('status=draft&limit=2')).ids).toEqual(made.slice(0, 2));
    expect((await page('status=approved')).ids).toEqual([]);
    expect((await page(`end_user_id=${person.id}&limit=1`)).ids).toEqual(made.slice(0, 1));
    await setStatus(made[0]!, 'approved');
    expect((await page('status=draft,approved')).ids).toEqual(made);
    expect((await page('status=approved,rejected')).ids).toEqual(made.slice(0, 1));
    expect((await page('country=DE,FR&number_type=mobile,geographic')).ids).toEqual([made[1]]);
    expect((await page(`end_user_id=${person.id},eu_unknown`)).ids).toEqual(made);
    const several = await page('status=draft,approved&limit=2');
    expect((await page(`status=draft,approved&limit=2&cursor=${several.cursor}`)).ids).toEqual(made.slice(2));
    expect(await api.get(`${PATH}?status=draft,none`, reader)).toMatchObject(invalid('status'));
    const { cursor } = await page('limit=2');
    expect((await page(`limit=2&cursor=${cursor}`)).ids).toEqual(made.slice(2));
    expect(await api.get(`${PATH}?country=FR&limit=2&cursor=${cursor}`, reader)).toMatchObject(invalid('cursor'));
    expect(await api.get(`${PATH}?name=A`, reader)).toMatchObject(invalid('name'));
  });

  it('updates a draft, and returns 412 for a stale If-Match', async () => {
    const { id } = await create();
    const path = `${PATH}/${id}`;
    const etag = (await api.get(path, customer)).headers.get('etag') ?? '';
    const changed = await api.patch(path, { name: 'Munich', number_type: null }, customer, { 'if-match': etag });
    expect(changed.body.data).toMatchObject({ name: 'Munich', number_type: null, country: 'DE' });
    expect(await api.patch(path, { name: 'Bonn' }, customer, { 'if-match': etag })).toMatchObject(
      failure(412, 'precondition_failed'),
    );
    expect(await api.patch(path, { end_user_id: 'eu_unknown' }, customer)).toMatchObject(invalid('end_user_id'));
    expect(await api.patch(path, { status: 'approved' }, customer)).toMatchObject(invalid('status'));
  });

  it('attaches, detaches and validates documents, submits, withdraws and submits again', async () => {
    const { id } = await create();
    const path = `${PATH}/${id}`;
    const validate = async () => (await api.post(`${path}/validate`, {}, customer)).body.data;
    expect(await validate()).toMatchObject({
      compliant: false,
      results: expect.arrayContaining([
        {
          requirement: 'document_identity',
          ok: false,
          code: 'doc_missing',
          message: expect.any(String),
          field: null,
          doc_type: 'passport',
        },
        {
          requirement: 'phone_e164',
          ok: true,
          code: 'met',
          message: expect.any(String),
          field: 'phone_e164',
          doc_type: null,
        },
      ]),
    });
    const incomplete = await api.post(`${path}/submit`, {}, customer);
    expect(incomplete).toMatchObject(failure(422, 'bundle_incomplete'));
    expect(Object.keys(incomplete.body.error?.fields ?? {})).toEqual([
      'document_identity',
      'document_other',
      'document_address',
    ]);
    for (const documentId of documentIds) await api.post(`${path}/documents`, { document_id: documentId }, customer);
    expect(await validate()).toMatchObject({ compliant: true });
    const detached = await api.delete(`${path}/documents/${documentIds[0]}`, customer);
    expect(detached.body.data).toMatchObject({ document_ids: documentIds.slice(1) });
    expect(await api.delete(`${path}/documents/${documentIds[0]}`, customer)).toMatchObject(failure(404, 'not_found'));
    await api.post(`${path}/documents`, { document_id: documentIds[0] }, customer);
    const submitted = await api.post(`${path}/submit`, {}, customer);
    expect([submitted.status, submitted.body.data]).toMatchObject([
      200,
      { status: 'submitted', submitted_at: expect.any(Number) },
    ]);
    expect(await api.post(`${path}/submit`, {}, customer)).toMatchObject(failure(409, 'invalid_state'));
    const withdrawn = await api.post(`${path}/withdraw`, {}, customer);
    expect([withdrawn.status, withdrawn.body.data]).toMatchObject([200, { status: 'draft', submitted_at: null }]);
    expect(await api.post(`${path}/withdraw`, {}, customer)).toMatchObject(failure(409, 'invalid_state'));
    expect((await api.post(`${path}/submit`, {}, customer)).status).toBe(200);
  });

  it.each(['submitted', 'approved'])(
    'returns 409 bundle_locked for changes to a bundle that is %s, and copies it',
    async (status) => {
      const { id } = await create({ document_ids: documentIds });
      const path = `${PATH}/${id}`;
      await setStatus(id, status);
      const locked = failure(409, 'bundle_locked');
      expect(await api.patch(path, { name: 'Other' }, customer)).toMatchObject(locked);
      expect(await api.delete(path, customer)).toMatchObject(locked);
      expect(await api.post(`${path}/documents`, { document_id: documentIds[0] }, customer)).toMatchObject(locked);
      expect(await api.delete(`${path}/documents/${documentIds[0]}`, customer)).toMatchObject(locked);
      const document = `/v1/compliance/documents/${documentIds[0]}`;
      expect(await api.patch(document, { notes: 'x' }, customer)).toMatchObject(locked);
      const copy = await api.post(`${path}/copy`, { name: 'Copy' }, customer);
      expect([copy.status, copy.body.data]).toMatchObject([
        201,
        { name: 'Copy', status: 'draft', document_ids: documentIds, approved_at: null },
      ]);
      expect(await api.post(`${path}/copy`, {}, customer)).toMatchObject(invalid('name'));
      await setStatus(id, 'draft');
    },
  );

  it('turns a rejected bundle into a draft with the first change', async () => {
    const { id } = await create({ document_ids: documentIds });
    await setStatus(id, 'rejected');
    expect(await api.post(`${PATH}/${id}/submit`, {}, customer)).toMatchObject(failure(409, 'invalid_state'));
    expect((await api.patch(`${PATH}/${id}`, { name: 'B' }, customer)).body.data).toMatchObject({ status: 'draft' });
    expect((await api.post(`${PATH}/${id}/submit`, {}, customer)).status).toBe(200);
  });

  it('changes nothing for a PATCH without members: a rejected bundle stays rejected', async () => {
    const { id } = await create({ document_ids: documentIds });
    await setStatus(id, 'rejected');
    const path = `${PATH}/${id}`;
    const before = (await api.get(path, customer)).body.data;
    const answer = await api.patch(path, {}, customer);
    expect([answer.status, answer.body.data]).toEqual([200, before]);
    expect((await api.get(path, customer)).body.data).toEqual(before);
    await setStatus(id, 'submitted');
    expect(await api.patch(path, {}, customer)).toMatchObject(failure(409, 'bundle_locked'));
  });

  it('deletes a draft once, and keeps its documents', async () => {
    const { id } = await create({ document_ids: documentIds });
    const path = `${PATH}/${id}`;
    expect((await api.delete(path, customer)).body.data).toEqual({ id, deleted: true });
    expect(await api.delete(path, customer)).toMatchObject(failure(404, 'not_found'));
    expect((await api.get(`/v1/compliance/documents/${documentIds[0]}`, customer)).status).toBe(200);
  });

  it('counts live numbers, and returns 409 resource_in_use when a bundle with numbers is deleted', async () => {
    const business = { ...PERSON, kind: 'business', business_name: 'Quux Ltd', country: 'GB' };
    const { id: ownerId } = (await api.post('/v1/compliance/end-users', business, customer)).body.data as Bundle;
    const { id } = await create({ country: 'GB', number_type: null, end_user_id: ownerId });
    await setStatus(id, 'submitted');
    await new Shopping(api, customer).buy({ country: 'GB', type: 'mobile', area: undefined, compliance_bundle_id: id });
    await setStatus(id, 'draft');
    expect((await api.get(`${PATH}/${id}`, customer)).body.data).toMatchObject({ number_count: 1 });
    const refused = await api.delete(`${PATH}/${id}`, customer);
    expect(refused).toMatchObject(failure(409, 'resource_in_use'));
    expect(refused.body.error?.fields).toEqual({ numbers: '1' });
  });

  describe('access', () => {
    const requests = (id: string): Request[] => [
      ['get', `${PATH}/${id}`],
      ['post', `${PATH}/${id}/validate`, {}],
      ['patch', `${PATH}/${id}`, { name: 'B' }],
      ['post', `${PATH}/${id}/documents`, { document_id: documentIds[0] }],
      ['delete', `${PATH}/${id}/documents/${documentIds[0]}`],
      ['post', `${PATH}/${id}/submit`, {}],
      ['post', `${PATH}/${id}/withdraw`, {}],
      ['post', `${PATH}/${id}/copy`, { name: 'B' }],
      ['delete', `${PATH}/${id}`],
    ];
    const send = async (request: Request, sender: object) => {
      const [method, path, body] = request;
      const { status, body: answer } = await (method === 'get' || method === 'delete'
        ? api[method](path, sender)
        : api[method](path, body, sender));
      return [status, answer.error?.code];
    };

    it('returns 404 at every endpoint for the bundle of another account, as for an unknown one', async () => {
      const { id } = await create({ document_ids: documentIds });
      for (const each of [...requests(id), ...requests('cb_unknown')]) {
        expect([each, await send(each, other)]).toEqual([each, [404, 'not_found']]);
      }
      expect((await api.get(PATH, other)).body.data).toEqual({ items: [], next_cursor: null });
      const stolen = { name: 'A', end_user_id: endUserId, country: 'DE' };
      expect(await api.post(PATH, stolen, other)).toMatchObject(invalid('end_user_id'));
    });

    it('lets a read_only member read and validate, and returns 403 for changes', async () => {
      const { id } = await create({ document_ids: documentIds });
      const reader = await join(api, customer, 'read_only');
      const [get, validate, ...changes] = requests(id);
      expect([(await send(get!, reader))[0], (await send(validate!, reader))[0]]).toEqual([200, 200]);
      for (const each of changes) expect([each, await send(each, reader)]).toEqual([each, [403, 'forbidden']]);
      const body = { name: 'A', end_user_id: endUserId, country: 'DE' };
      expect(await api.post(PATH, body, reader)).toMatchObject(failure(403, 'forbidden'));
    });

    it('returns 403 for a billing member, and accepts a session and a key of a member', async () => {
      const { id } = await create({ document_ids: documentIds });
      const billing = await join(api, customer, 'billing');
      for (const each of requests(id)) expect([each, await send(each, billing)]).toEqual([each, [403, 'forbidden']]);
      const member = await join(api, customer, 'member');
      expect((await api.patch(`${PATH}/${id}`, { name: 'B' }, member)).status).toBe(200);
      expect((await api.patch(`${PATH}/${id}`, { name: 'C' }, { key: customer.key })).status).toBe(200);
      expect((await api.patch(`${PATH}/${id}`, { name: 'D' }, bySession(customer))).status).toBe(200);
    });

    it('returns 401 without a credential', async () => {
      for (const each of requests('cb_unknown')) expect(await send(each, {})).toEqual([401, 'unauthorized']);
    });
  });
});
