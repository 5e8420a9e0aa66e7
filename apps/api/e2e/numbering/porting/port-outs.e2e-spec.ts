import { ReleaseDueNumbers } from '@trunkline/numbering';
import { Database } from '@trunkline/platform';
import { bySession, type Customer, startApi, type TestApi } from '../../support';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';

const OPERATOR = '/operator/porting/port-outs';

describe('port-outs', () => {
  let api: TestApi;
  let customer: Customer;
  let stranger: Customer;
  let e164: string;
  let path: string;

  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make({ balanceCents: 100_000 });
    stranger = await api.customers.make({ balanceCents: 10_000 });
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    e164 = String((await new Shopping(api, customer).buy())['e164']);
    path = `/v1/numbers/${e164.slice(1)}`;
  });

  const setPin = (sender: object = bySession(customer), body: Row = {}) =>
    api.send('POST', `${path}/port-out-pin`, { sender, body, headers: {} });
  const unlock = () => api.patch(path, { port_out_lock: false }, customer);
  const enter = (body: Row = {}) =>
    api.operator('POST', OPERATOR, { e164, gaining_carrier: 'Example Telecom', ...body });
  const pending = async (): Promise<Row> => {
    await unlock();
    const { pin } = dataOf(await setPin());
    return dataOf(await enter({ pin, release_at: Math.floor(Date.now() / 1000) + 86_400 }));
  };
  const list = async (sender = customer, query = '') =>
    itemsOf(await api.get(`/v1/porting/port-outs?${query}`, sender));
  const number = async () => dataOf(await api.get(path, customer));

  describe('POST /v1/numbers/{e164}/port-out-pin', () => {
    it('returns 200 with a new PIN each time, which is not stored', async () => {
      expect(await number()).toMatchObject({ port_out_lock: true, port_out_pin_set: false, port_out_at: null });
      const [first, second] = [dataOf(await setPin()), dataOf(await setPin())];
      expect(first).toEqual({ e164, pin: expect.stringMatching(/^\d{8}$/) as string });
      expect(second['pin']).not.toBe(first['pin']);
      expect(await number()).toMatchObject({ port_out_pin_set: true });
      const [stored] = await api.use(Database).query<{
        hash: string;
      }>(`SELECT port_out_pin_hash AS hash FROM numbering.phone_numbers WHERE e164 = $1`, [e164]);
      expect(stored?.hash).not.toContain(String(second['pin']));
    });

    it('returns 401 without a credential, and 403 session_required for an API key', async () => {
      expect((await setPin({})).status).toBe(401);
      expect(codeOf(await setPin(customer))).toBe('session_required');
    });

    it('returns 403 reauthentication_required for an old sign-in, unless the password is sent', async () => {
      const sessions = (ago: string) =>
        api
          .use(Database)
          .query(`UPDATE identity.sessions SET signed_in_at = now() - interval '${ago}' WHERE user_id = $1`, [
            customer.userId,
          ]);
      await sessions('20 minutes');
      expect(codeOf(await setPin())).toBe('reauthentication_required');
      expect((await setPin(bySession(customer), { password: customer.password })).status).toBe(200);
      await sessions('0 minutes');
    });

    it("returns 404 for another account's number", async () => {
      expect((await setPin(bySession(stranger))).status).toBe(404);
    });

    it('returns 422 for an unknown member', async () => {
      expect(fieldsOf(await setPin(bySession(customer), { pin: '12345678' }))).toEqual(['pin']);
    });
  });

  describe('GET /v1/porting/port-outs', () => {
    it('returns 200 with the requests for the numbers of the account, by status and number', async () => {
      const { id } = await pending();
      const refused = dataOf(await api.operator('POST', `${OPERATOR}/${String(id)}/refuse`, { refusal_code: 'other' }));
      expect(await list(customer, `e164=${encodeURIComponent(e164)}&status=refused`)).toEqual([
        {
          id,
          e164,
          number_id: (await number())['id'],
          gaining_carrier: 'Example Telecom',
          status: 'refused',
          refusal_code: 'other',
          refusal_message: null,
          requested_at: refused['requested_at'],
          release_at: refused['release_at'],
          created_at: refused['created_at'],
          ended_at: expect.any(Number) as number,
        },
      ]);
      expect(await list(customer, `e164=${encodeURIComponent(e164)}&status=pending`)).toEqual([]);
      expect(await list(stranger)).toEqual([]);
    });

    it('returns 401 without a credential, and 422 for an unknown parameter', async () => {
      expect((await api.get('/v1/porting/port-outs', {})).status).toBe(401);
      expect(fieldsOf(await api.get('/v1/porting/port-outs?state=pending', customer))).toEqual(['state']);
    });
  });

  describe(`POST ${OPERATOR}`, () => {
    it('returns 201 with a pending request, and the number leaves at its time', async () => {
      const entered = await pending();
      expect(entered).toMatchObject({ status: 'pending', e164, account_id: customer.accountId, ended_at: null });
      expect(await number()).toMatchObject({ port_out_at: entered['release_at'], status: 'active' });
      await api
        .use(Database)
        .query(`UPDATE numbering.phone_numbers SET port_out_at = now() - interval '1 second' WHERE e164 = $1`, [e164]);
      await api.use(ReleaseDueNumbers).releasePortedOut();
      expect(await number()).toMatchObject({ status: 'released', port_out_at: null });
      expect(await list(customer, `e164=${encodeURIComponent(e164)}`)).toMatchObject([{ status: 'released' }]);
    });

    it('returns 201 with a refused request for a locked number and a wrong PIN', async () => {
      expect(dataOf(await enter())).toMatchObject({ status: 'refused', refusal_code: 'port_out_locked' });
      await unlock();
      expect(dataOf(await enter())).toMatchObject({ status: 'refused', refusal_code: 'pin_missing' });
      await setPin();
      expect(dataOf(await enter({ pin: '1' }))).toMatchObject({ status: 'refused', refusal_code: 'wrong_pin' });
      const audited = itemsOf(await api.operator('GET', `/operator/audit?account_id=${customer.accountId}`));
      expect(audited[0]).toMatchObject({ action: 'port_out.enter', after: { refusal_code: 'wrong_pin' } });
    });

    it('returns 404 for a number of no account, 409 while another request is pending, and 422 for bad values', async () => {
      expect((await enter({ e164: '+12125559999' })).status).toBe(404);
      await pending();
      expect(codeOf(await enter())).toBe('port_already_exists');
      expect(fieldsOf(await enter({ gaining_carrier: '', release_at: 1, colour: 1 }))).toEqual([
        'colour',
        'gaining_carrier',
      ]);
      expect(fieldsOf(await enter({ release_at: -1 }))).toEqual(['release_at']);
    });

    it('returns 401 without a token', async () => {
      for (const [method, address] of [
        ['GET', OPERATOR],
        ['POST', OPERATOR],
        ['POST', `${OPERATOR}/pout_1/refuse`],
      ] as const)
        expect((await fetch(`${api.internalUrl}${address}`, { method })).status).toBe(401);
    });
  });

  describe(`POST ${OPERATOR}/{id}/refuse`, () => {
    it('returns 200 once, and 409 invalid_state after', async () => {
      const address = `${OPERATOR}/${String((await pending())['id'])}/refuse`;
      const answer = await api.operator('POST', address, { refusal_code: 'not_authorized', message: 'Call us.' });
      expect(dataOf(answer)).toMatchObject({ status: 'refused', refusal_message: 'Call us.' });
      expect(codeOf(await api.operator('POST', address, { refusal_code: 'other' }))).toBe('invalid_state');
      expect(await number()).toMatchObject({ port_out_at: null });
      const found = itemsOf(await api.operator('GET', `${OPERATOR}?account_id=${customer.accountId}&status=refused`));
      expect(found[0]).toMatchObject({ account_id: customer.accountId, refusal_code: 'not_authorized' });
    });

    it('returns 404 for an unknown request, and 422 for reasons of the system', async () => {
      expect((await api.operator('POST', `${OPERATOR}/pout_1/refuse`, { refusal_code: 'other' })).status).toBe(404);
      const answer = await api.operator('POST', `${OPERATOR}/pout_1/refuse`, { refusal_code: 'wrong_pin' });
      expect(fieldsOf(answer)).toEqual(['refusal_code']);
    });
  });
});
