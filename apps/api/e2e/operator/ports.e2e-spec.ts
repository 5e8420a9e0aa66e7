import { ActivatePorts, MovePorts } from '@trunkline/numbering';
import { Clock } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { coverGermany, PORT_FEE_CENTS, Porting } from '../support/numbering/porting';
import { dataOf, itemsOf, type Row, Shopping } from '../support/numbering/shopping';
import { failure, invalid } from '../support/refusals';
import { bySession, type Customer, startApi, type TestApi } from '../support';

const PATH = '/operator/porting/requests';
const UNKNOWN = `${PATH}/port_0000000000000000000000000`;

describe('the ports of the operator', () => {
  let api: TestApi;
  let customer: Customer;
  let porting: Porting;

  beforeAll(async () => {
    api = await startApi();
    await coverGermany(api);
  });
  beforeEach(async () => {
    customer = await api.customers.make({ balanceCents: 100_00 });
    porting = new Porting(api, customer);
  });
  afterAll(() => api.stop());

  const read = async (id: string) => dataOf(await api.operator('GET', `${PATH}/${id}`));
  const decide = (id: string, ...numbers: Row[]) => api.operator('POST', `${PATH}/${id}/numbers`, { numbers });
  const balance = async () => dataOf(await api.get('/v1/billing/balance', customer));
  const numbers = async () => itemsOf(await api.get('/v1/numbers?sort=e164&order=asc', customer));
  /** The data of the events of the account's ports. */
  const published = async () => {
    const text = `SELECT data FROM platform.outbox WHERE account_id = $1 AND type = 'port.status_changed' ORDER BY seq`;
    return (await api.use(Database).query<{ data: Row }>(text, [customer.accountId])).map(({ data }) => data);
  };
  const audited = async (id: string) =>
    itemsOf(await api.operator('GET', `/operator/audit?order=asc&subject=${id}`)).map(({ action }) => action);

  it("returns 401 without an operator's token, and 404 on the public listener", async () => {
    for (const [method, path] of [
      ['GET', PATH],
      ['GET', UNKNOWN],
      ['POST', `${UNKNOWN}/transition`],
      ['POST', `${UNKNOWN}/numbers`],
      ['GET', `${UNKNOWN}/events`],
      ['GET', `${UNKNOWN}/comments`],
      ['POST', `${UNKNOWN}/comments`],
    ] as const) {
      expect((await fetch(`${api.internalUrl}${path}`, { method })).status).toBe(401);
      expect((await fetch(`${api.url}${path}`, { method })).status).toBe(404);
    }
  });

  it('returns 404 for an unknown request, and for a draft', async () => {
    for (const id of ['port_0000000000000000000000000', await porting.draft()]) {
      const notFound = failure(404, 'not_found');
      for (const path of ['', '/events', '/comments'])
        expect(await api.operator('GET', `${PATH}/${id}${path}`)).toMatchObject(notFound);
      expect(await porting.transition(id, 'in_process')).toMatchObject(notFound);
      expect(await decide(id, { e164: '+493012345678', status: 'rejected' })).toMatchObject(notFound);
      expect(await api.operator('POST', `${PATH}/${id}/comments`, { body: 'Hello' })).toMatchObject(notFound);
    }
  });

  it('returns 200 with the queue, the longest waiting first, without what is personal', async () => {
    const first = await porting.submitted();
    const second = await porting.submitted();
    await porting.draft();
    const list = async (query = '') =>
      itemsOf(await api.operator('GET', `${PATH}?account_id=${customer.accountId}&${query}`));
    const queue = await list();
    expect(queue.map(({ id }) => id)).toEqual([first, second]);
    expect(queue[0]).toMatchObject({ account_id: customer.accountId, status: 'submitted', submissions: 1 });
    for (const personal of ['pin', 'account_number', 'authorized_person', 'authorized_email', 'billing_phone_e164'])
      expect(queue[0]).not.toHaveProperty(personal);
    expect((await list('order=desc&limit=1')).map(({ id }) => id)).toEqual([second]);
    expect(await list('status=rejected')).toEqual([]);
    expect(await list('country=FR')).toEqual([]);
    expect(await list('failed=true')).toEqual([]);
    expect(await list('failed=false&country=DE&status=submitted,exception')).toHaveLength(2);
    expect(await audited(first)).toEqual([]);
    expect(await api.operator('GET', `${PATH}?status=draft`)).toMatchObject(invalid('status'));
  });

  it('returns 200 with what the losing carrier asks for, and audits the reading', async () => {
    const id = await porting.submitted();
    expect(await read(id)).toMatchObject({
      id,
      account_id: customer.accountId,
      pin: '1234',
      pin_set: true,
      account_number: 'A-4711',
      authorized_person: 'Ada Lovelace',
      auto_activate: false,
      carrier_id: null,
      monthly_price_cents: null,
      capabilities: ['voice'],
      submissions: 1,
      documents: [{ purpose: 'loa' }, { purpose: 'invoice' }],
    });
    expect(await audited(id)).toEqual(['port.read']);
  });

  it('ports the numbers, with moves, event, mail, money and invoice', async () => {
    const e164s = Porting.fresh(2);
    const trunk_id = await new Shopping(api, customer).trunk();
    const id = await porting.submitted(e164s, { trunk_id, customer_reference: 'PO 1' });
    const foc_at = porting.inDays(3);
    expect(dataOf(await porting.transition(id, 'in_process'))).toMatchObject({ status: 'in_process' });
    expect(dataOf(await porting.transition(id, 'foc_confirmed', { foc_at }))).toMatchObject({ foc_at });
    const ported = await porting.transition(id, 'ported', { monthly_price_cents: 90 });
    expect([ported.status, dataOf(ported)]).toMatchObject([
      200,
      { status: 'ported', numbers: [{ status: 'activating' }, { status: 'activating' }], monthly_price_cents: 90 },
    ]);
    await api.use(ActivatePorts).activate(id);
    const owned = await numbers();
    expect(owned).toMatchObject(e164s.map((e164) => ({ e164, status: 'active', trunk_id, monthly_price_cents: 90 })));
    expect(await porting.read(id)).toMatchObject({
      status: 'ported',
      completed_at: expect.any(Number),
      pin_set: false,
      numbers: owned.map(({ e164, id: number_id }) => ({ e164, status: 'ported', number_id })),
    });
    const fee = 2 * PORT_FEE_CENTS;
    expect(await balance()).toMatchObject({ amount_cents: 100_00 - fee - 180, held_cents: 0 });
    const [charge] = itemsOf(await api.get(`/v1/billing/transactions?related_kind=port&related_id=${id}`, customer));
    expect(charge).toMatchObject({ kind: 'charge', amount_cents: -fee });
    const draft = dataOf(await api.get('/v1/invoices/inv_draft', customer));
    expect(draft['lines']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'port_fee', quantity: 1, unit: 'item', amount_cents: fee, related_id: id }),
      ]),
    );
    const subjects = await api.customers.subjectsTo(customer.email);
    for (const subject of [
      'We received your request to port numbers',
      'Your port is being processed',
      'The date of your port is confirmed',
      'Your numbers have been ported',
    ])
      expect(subjects).toContain(subject);
    expect(await audited(id)).toEqual(['port.transition', 'port.transition', 'port.transition']);
    expect(dataOf(await api.operator('GET', `/operator/stock/${e164s[0]}`))).toMatchObject({
      state: 'sold',
      account_id: customer.accountId,
    });
  });

  it('returns 409 for a move that the status does not allow', async () => {
    const id = await porting.submitted();
    const illegal = failure(409, 'invalid_state');
    expect(await porting.transition(id, 'ported')).toMatchObject(illegal);
    expect((await porting.transition(id, 'rejected', { message: 'No.' })).status).toBe(200);
    for (const status of ['in_process', 'exception', 'foc_confirmed', 'ported', 'rejected', 'cancelled'])
      expect(
        await porting.transition(id, status, { foc_at: porting.inDays(1), exception_code: 'other' }),
      ).toMatchObject(illegal);
  });

  it('returns 409 to the second of two operators', async () => {
    const id = await porting.submitted();
    const answers = await Promise.all([
      porting.transition(id, 'rejected', { exception_code: 'number_not_found' }),
      porting.transition(id, 'cancelled'),
      porting.transition(id, 'rejected', { message: 'No.' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await audited(id)).toEqual(['port.transition']);
    expect(await balance()).toMatchObject({ amount_cents: 100_00, held_cents: 0 });
  });

  it.each([
    ['an unknown status', { status: 'done' }, ['status']],
    ['a status of the customer', { status: 'submitted' }, ['status']],
    ['no date', { status: 'foc_confirmed' }, ['foc_at']],
    ['a date in the past', { status: 'foc_confirmed', foc_at: 1 }, ['foc_at']],
    ['no reason', { status: 'exception' }, ['exception_code', 'message']],
    ['an unknown code', { status: 'exception', exception_code: 'bad' }, ['exception_code']],
    ['a message of 1,001 characters', { status: 'exception', message: 'x'.repeat(1001) }, ['message']],
    ['an unknown carrier', { status: 'in_process', carrier_id: 'car_0000000000000000000000000' }, ['carrier_id']],
    ['a negative price', { status: 'in_process', monthly_price_cents: -1 }, ['monthly_price_cents']],
    ['no capability', { status: 'in_process', capabilities: [] }, ['capabilities']],
    ['an unknown member', { status: 'in_process', colour: 'red' }, ['colour']],
  ])('returns 422 for %s', async (_, body, fields) => {
    const id = await porting.submitted();
    expect(await api.operator('POST', `${PATH}/${id}/transition`, body)).toMatchObject(invalid(...fields));
  });

  it('returns 200 for rejected numbers of a partial port, and 409 for another one', async () => {
    const e164s = Porting.fresh(2);
    const id = await porting.submitted(e164s, { partial: true });
    const answer = await decide(id, { e164: e164s[0]!, status: 'rejected', reason_code: 'number_inactive' });
    expect([answer.status, dataOf(answer)['numbers']]).toMatchObject([
      200,
      [{ status: 'rejected', reason_code: 'number_inactive' }, { status: 'pending' }],
    ]);
    expect(await decide(id, { e164: e164s[1]!, status: 'rejected' })).toMatchObject(failure(409, 'invalid_state'));
    expect(await decide(id, { e164: '+493012345678', status: 'rejected' })).toMatchObject(invalid('numbers'));
    expect(await decide(id, { e164: e164s[1]!, status: 'pending' })).toMatchObject(invalid('numbers.0.status'));
    expect(await decide(id)).toMatchObject(invalid('numbers'));
    expect(await api.customers.subjectsTo(customer.email)).toContain('Numbers of your port were rejected');
  });

  it('returns 409 closure_blocked while a port runs', async () => {
    const id = await porting.submitted();
    const body = { password: customer.password, confirm_name: 'Test Customer' };
    const close = () => api.post('/v1/accounts/me/closure', body, bySession(customer));
    const blocked = await close();
    expect(blocked).toMatchObject(failure(409, 'closure_blocked'));
    expect(blocked.body.error?.fields).toEqual({ active_port: expect.stringContaining('1 port of numbers') });
    await porting.post(id, 'cancel');
    expect((await close()).status).toBe(201);
  });

  it('is played by the sandbox for numbers that end with 92: confirmed and activated', async () => {
    const id = await porting.submitted(Porting.fresh(1, '92'));
    await (api.use(Clock) as MovableClock).advance(2 * 86_400);
    await api.use(MovePorts).run();
    expect(await porting.read(id)).toMatchObject({ status: 'ported', numbers: [{ status: 'ported' }] });
    expect(await numbers()).toHaveLength(1);
  });

  it('publishes each move once to the account', async () => {
    const id = await porting.submitted();
    await porting.transition(id, 'exception', { exception_code: 'loa_invalid' });
    await porting.post(id, 'submit');
    await porting.transition(id, 'cancelled');
    expect(await published()).toMatchObject([
      { status: 'submitted', previous_status: 'draft', port_request_id: id, number_count: 1 },
      { status: 'exception', previous_status: 'submitted', exception_code: 'loa_invalid' },
      { status: 'submitted', previous_status: 'exception', exception_code: null },
      { status: 'cancelled', previous_status: 'submitted' },
    ]);
  });
});
