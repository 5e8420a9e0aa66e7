import { Database } from '@trunkline/platform';
import { startApi, type TestApi } from '../../support';
import { bySession } from '../../support/customers';
import { failure } from '../../support/refusals';

const PATH = '/v1/auth/mfa';

describe('/v1/auth/mfa, at the limits of one mailbox', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ RATE_LIMIT_FACTOR: '1' });
  });
  afterAll(() => api.stop());

  it('returns 429 rate_limited for the sixth mail of an hour, that of sign-up among them', async () => {
    const customer = await api.customers.make();
    await api
      .use(Database)
      .query(`UPDATE identity.users SET mfa_method = 'email_otp' WHERE id = $1`, [customer.userId]);
    await api
      .use(Database)
      .query(`UPDATE identity.sessions SET mfa_required = true, is_by_mailbox = false WHERE user_id = $1`, [
        customer.userId,
      ]);
    const statuses: number[] = [];
    for (let asked = 0; asked < 4; asked++) {
      statuses.push((await api.post(`${PATH}/email-otp`, undefined, bySession(customer))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200]);
    const answer = await api.post(`${PATH}/email-otp`, undefined, bySession(customer));
    expect(answer).toMatchObject(failure(429, 'rate_limited'));
    expect(Number(answer.headers.get('retry-after'))).toBe(720);
  });
});
