import { codeOf, dataOf, fieldsOf } from '../../support/numbering/shopping';
import { type Customer, startApi, type TestApi } from '../../support';

const PATH = '/v1/call-webhooks';
const ROTATE = `${PATH}/rotate-secret`;

describe('the secret of call webhooks', () => {
  let api: TestApi;
  let customer: Customer;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    customer = await api.customers.make();
  });

  it.each([
    ['GET', PATH],
    ['POST', ROTATE],
  ])('returns 401 without a credential, and 403 for another account: %s %s', async (method, path) => {
    const stranger = await api.customers.make();
    expect((await api.send(method, path, { sender: {}, headers: {} })).status).toBe(401);
    const headers = { 'x-account-id': stranger.accountId };
    expect((await api.send(method, path, { sender: customer, headers })).status).toBe(403);
  });

  it('returns 200 without a secret before its first use', async () => {
    const answer = await api.get(PATH, customer);
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { secret_prefix: null, created_at: null, previous_valid_until: null },
    ]);
  });

  it('returns 201 with a secret, shown once, whose beginning is readable', async () => {
    const answer = await api.post(ROTATE, {}, customer);
    const { signing_secret: secret, previous_valid_until: until } = dataOf(answer);
    expect([answer.status, secret]).toEqual([201, expect.stringMatching(/^whsec_[A-Za-z0-9]{43}$/)]);
    expect(dataOf(await api.get(PATH, customer))).toEqual({
      secret_prefix: String(secret).slice(0, 10),
      created_at: expect.any(Number),
      previous_valid_until: until,
    });
  });

  it('returns 409 while two secrets sign, and 201 with an overlap of 0', async () => {
    await api.post(ROTATE, { overlap_s: 60 }, customer);
    const refused = await api.post(ROTATE, { overlap_s: 60 }, customer);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'rotation_pending']);
    expect((await api.post(ROTATE, { overlap_s: 0 }, customer)).status).toBe(201);
    expect(dataOf(await api.get(PATH, customer))).toMatchObject({ previous_valid_until: null });
  });

  it('returns 409 to all but one of several rotations at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.post(ROTATE, {}, customer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it.each([-1, 604_801, 'soon'])('returns 422 for an overlap of %j', async (overlap_s) => {
    const answer = await api.post(ROTATE, { overlap_s }, customer);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, ['overlap_s']]);
  });
});
