import { Database } from '@trunkline/platform';
import { bySession, type Customer, startApi, type TestApi } from '../../support';
import { type Operation, operationsOf } from '../../support/operations';
import { aPdf } from '../../support/files';
import { join } from '../../support/identity/members';

const PREFIX = '/v1/compliance';
const PERSON = { kind: 'person', first_name: 'Ada', last_name: 'Lovelace', address_line1: '1', city: 'London' };
/** Bodies that are valid, so that a request fails for its sender alone. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /v1/compliance/bundles/{id}/copy': { name: 'Copy' },
  'POST /v1/compliance/bundles/{id}/documents': { document_id: 'doc_0mh2k3l4p9f1c2d3e4b5a6978' },
};

/** Walks every compliance operation of the OpenAPI document, so that new ones are covered. */
describe('access to compliance data', () => {
  let api: TestApi;
  let owner: Customer;
  let other: Customer;
  let operations: Operation[];
  let ids: Readonly<Record<string, string>>;

  beforeAll(async () => {
    api = await startApi();
    [owner, other] = [await api.customers.make(), await api.customers.make()];
    const document = await (await fetch(`${api.url}/openapi.json`)).json();
    operations = operationsOf(document).filter(({ template }) => template.startsWith(PREFIX));
    const create = async (path: string, body: object) => {
      const made = await api.post(`${PREFIX}/${path}`, body, owner);
      expect([path, made.status]).toEqual([path, 201]);
      return (made.body.data as { id: string }).id;
    };
    const endUser = await create('end-users', { ...PERSON, postal_code: '1', country: 'GB' });
    const content = (await aPdf()).toString('base64');
    const file = { doc_type: 'passport', end_user_id: endUser, content_base64: content };
    const paper = await create('documents', file);
    const bundle = { name: 'Bundle', end_user_id: endUser, country: 'GB', document_ids: [paper] };
    ids = { 'end-users': endUser, documents: paper, bundles: await create('bundles', bundle) };
  });
  afterAll(() => api.stop());

  /** The operation on the records of `owner`. */
  const send = (operation: Operation, sender: object) => {
    const { name, method, template, body } = operation;
    const of = template.slice(PREFIX.length + 1).split('/')[0] ?? '';
    const path = template
      .replace('{id}', ids[of] ?? 'unknown')
      .replace('{document_id}', ids['documents'] ?? '')
      .replace(/\{[^}]+\}/g, 'unknown');
    return api.send(method, path, { body: BODIES[name] ?? (body ? {} : undefined), sender, headers: {} });
  };
  const onRecords = () => operations.filter(({ template }) => template.includes('{'));
  const rows = () =>
    api.use(Database).query(
      `SELECT e.updated_at, d.sealed, b.status, b.updated_at FROM compliance.end_users e
         JOIN compliance.documents d ON d.end_user_id = e.id JOIN compliance.bundles b ON b.end_user_id = e.id
         JOIN compliance.bundle_documents l ON l.bundle_id = b.id AND l.document_id = d.id WHERE e.account_id = $1`,
      [owner.accountId],
    );

  it('returns 404 to another account on every operation on a record, and changes nothing', async () => {
    expect(onRecords().length).toBeGreaterThan(15);
    const before = await rows();
    expect(before).toHaveLength(1);
    for (const operation of onRecords()) {
      const answer = await send(operation, bySession(other));
      expect([operation.name, answer.status, answer.body.error?.code]).toEqual([operation.name, 404, 'not_found']);
    }
    expect(await rows()).toEqual(before);
  });

  it('lists nothing of another account', async () => {
    const lists = operations.filter(({ method, template }) => method === 'GET' && !template.includes('{'));
    expect(lists.length).toBeGreaterThan(3);
    for (const operation of lists) {
      const answer = await send(operation, bySession(other));
      expect([operation.name, answer.body.data]).toEqual([operation.name, { items: [], next_cursor: null }]);
    }
  });

  it('returns 422 for references to records of another account', async () => {
    const { 'end-users': endUserId, documents: documentId = '' } = ids;
    const file = { doc_type: 'passport', end_user_id: endUserId, content_base64: (await aPdf()).toString('base64') };
    const uploaded = await api.post(`${PREFIX}/documents`, file, other);
    expect([uploaded.status, uploaded.body.error?.fields]).toMatchObject([422, { end_user_id: expect.any(String) }]);
    const own = await api.post(`${PREFIX}/end-users`, { ...PERSON, postal_code: '1', country: 'GB' }, other);
    const { id } = own.body.data as { id: string };
    const details = { name: 'Bundle', country: 'GB', end_user_id: id };
    for (const change of [{ end_user_id: endUserId }, { document_ids: [documentId] }]) {
      const refused = await api.post(`${PREFIX}/bundles`, { ...details, ...change }, other);
      expect([refused.status, Object.keys(refused.body.error?.fields ?? {})]).toEqual([422, Object.keys(change)]);
    }
  });

  it('returns 403 session_required to an API key at every content, and 403 to a read-only member', async () => {
    const contents = operations.filter(({ credentials }) => credentials.join() === 'session');
    const names = contents.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([`GET ${PREFIX}/documents/{id}/content`]));
    const reader = await join(api, owner, 'read_only');
    for (const operation of contents) {
      const byKey = await send(operation, { key: owner.key });
      expect([operation.name, byKey.status, byKey.body.error?.code]).toEqual([operation.name, 403, 'session_required']);
      const byReader = await send(operation, { cookie: reader.cookie });
      expect([operation.name, byReader.status, byReader.body.error?.code]).toEqual([operation.name, 403, 'forbidden']);
    }
  });

  it('returns 403 to a read-only member at every change, and changes nothing', async () => {
    const reader = await join(api, owner, 'read_only');
    const before = await rows();
    const changes = operations.filter(({ permissions }) => permissions.includes('compliance:write'));
    expect(changes.length).toBeGreaterThan(10);
    for (const operation of changes) {
      const answer = await send(operation, { cookie: reader.cookie });
      expect([operation.name, answer.status, answer.body.error?.code]).toEqual([operation.name, 403, 'forbidden']);
    }
    expect(await rows()).toEqual(before);
  });
});
