import { FinishPendingOrders } from '@trunkline/numbering';
import { Mailer } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { type Customer, startApi, type TestApi } from '../../support';

describe('POST /operator/sandbox/faults', () => {
  let api: TestApi;
  let customer: Customer;
  let shopping: Shopping;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    customer = await api.customers.make({ balanceCents: 1000 });
    shopping = new Shopping(api, customer);
  });

  const script = (kind: string, change: Row = {}) =>
    api.operator('POST', '/operator/sandbox/faults', { target: 'supplier', kind, times: 1, ...change });
  const order = async () => {
    const answer = await shopping.order({ select_token: await shopping.token('area_code=303') });
    expect(answer.status).toBe(201);
    return dataOf(answer)['order'] as Row;
  };
  const statusOf = async ({ id }: Row) => dataOf(await api.get(`/v1/number-orders/${String(id)}`, customer))['status'];

  it.each(['timeout', 'error'])('leaves the next order pending for the sweeper on %s of the supplier', async (kind) => {
    const answer = await script(kind);
    expect([answer.status, dataOf(answer)]).toEqual([201, { target: 'supplier', on: 'request', kind, times: 1 }]);
    const lost = await order();
    expect(lost['status']).toBe('pending');
    await api.operator('POST', '/operator/sandbox/clock', { advance_s: 61 });
    await api.use(FinishPendingOrders).finish();
    expect(await statusOf(lost)).toBe('provisioned');
    expect(await shopping.postings()).toEqual([-100]);
    const audit = itemsOf(await api.operator('GET', '/operator/audit?action=sandbox.faults'));
    expect(audit[0]).toMatchObject({ subject: 'supplier', after: { kind } });
  });

  it('buys and charges one number when the next order reaches the supplier twice', async () => {
    await script('duplicate');
    expect((await order())['status']).toBe('provisioned');
    expect(itemsOf(await api.get('/v1/numbers', customer))).toHaveLength(1);
    expect(await shopping.postings()).toEqual([-100]);
  });

  it('clears a fault with 0 times', async () => {
    await script('error');
    await script('error', { times: 0 });
    expect((await order())['status']).toBe('provisioned');
  });

  it('fails the next mail only', async () => {
    const target = 'mail';
    const answer = await script('error', { target });
    expect([answer.status, dataOf(answer)]).toEqual([201, { target, on: 'request', kind: 'error', times: 1 }]);
    const message = { id: 'mail_1', to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: 'Hello' };
    const send = () => api.use(Mailer).send({ ...message, date: new Date() });
    await expect(send()).rejects.toThrow('Injected fault: error');
    await expect(send()).resolves.toBeUndefined();
  });

  it.each(['supplier', 'mail'])('returns 422 for callbacks of %s, which has none', async (target) => {
    const answer = await script('slow', { target, on: 'callback' });
    expect([answer.status, codeOf(answer), fieldsOf(answer)]).toEqual([422, 'invalid_input', ['on']]);
  });
});
