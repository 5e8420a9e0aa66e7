import { textOf } from '@trunkline/platform/testing';
import { type Customer, startApi, type TestApi } from '../../support';
import { accessToken } from '../../support/identity/access-tokens';
import { Porting } from '../../support/numbering/porting';
import { codeOf, dataOf, fieldsOf } from '../../support/numbering/shopping';

describe('GET /v1/porting/requests/{id}/loa', () => {
  let api: TestApi;
  let customer: Customer;
  let stranger: Customer;
  let porting: Porting;

  beforeAll(async () => {
    api = await startApi();
    [customer, stranger] = [await api.customers.make(), await api.customers.make()];
    porting = new Porting(api, customer);
  });
  afterAll(() => api.stop());

  const download = async (id: string, query = '', sender: Customer = customer) => {
    const answer = await fetch(`${api.url}/v1/porting/requests/${id}/loa${query}`, {
      headers: { authorization: `Bearer ${sender.key}` },
    });
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  /** Without spaces: a change of the font inside a word reads as one. */
  const textIn = async (id: string, query = '') =>
    textOf((await download(id, query)).bytes)
      .join('')
      .replaceAll(/\s+/g, '');

  it('returns 200 with a PDF in the language of the country, without the PIN', async () => {
    const id = await porting.draft(undefined, { pin: '98765' });
    const { status, headers, bytes } = await download(id);
    expect([status, headers.get('content-type'), bytes.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    const text = await textIn(id);
    for (const part of ['VollmachtzurRufnummernportierung', 'OldTelecom', 'A-4711', 'AdaLovelace', 'TestCustomer'])
      expect(text).toContain(part);
    expect(text).not.toContain('98765');
    expect(await textIn(id, '?language=pl')).toContain('Pełnomocnictwo');
  });

  it('returns 200 with the end user of the request, whose reading is in the access log', async () => {
    const person = { kind: 'business', business_name: 'Łódzkie Usługi', address_line1: 'Piotrkowska 1', city: 'Łódź' };
    const body = { ...person, postal_code: '90-926', country: 'PL' };
    const endUserId = dataOf(await api.post('/v1/compliance/end-users', body, customer))['id'];
    const id = await porting.draft(undefined, { end_user_id: endUserId });
    expect(await textIn(id)).toContain('ŁódzkieUsługi');
    const log = await api.get(`/v1/compliance/access-log?resource_id=${String(endUserId)}`, customer);
    expect(JSON.stringify(log.body)).toContain('end_user.read');
    const authorization = `Bearer ${await accessToken(api, customer, ['numbers:read'])}`;
    const answer = await api.get(`/v1/porting/requests/${id}/loa`, {}, { authorization });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden']);
  });

  it('returns 401, 404 and 422', async () => {
    const id = await porting.draft();
    expect((await fetch(`${api.url}/v1/porting/requests/${id}/loa`)).status).toBe(401);
    expect((await download(id, '', stranger)).status).toBe(404);
    const answer = await api.get(`/v1/porting/requests/${id}/loa?language=xx`, customer);
    expect(fieldsOf(answer)).toEqual(['language']);
  });
});
