import type { PublishedEvent } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { DeliverToEndpoint, RecordEvent } from '@trunkline/webhooks';
import { Receiver } from '@trunkline/webhooks/testing';
import { startApi, type TestApi } from '../../support';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { aSender, OTHER_PARTY, senderOf } from '../../support/sender';

const PUBLIC = 'https://198.41.0.4/messages';
const URL_MAX = 2_000;

/** What customers do with `sms_webhook_url`. */
async function aNumber(api: TestApi) {
  const sender = await aSender(api);
  const { customer, from } = sender;
  const path = `/v1/numbers/${encodeURIComponent(from)}`;
  return {
    ...sender,
    set: (url: unknown) => api.patch(path, { sms_webhook_url: url }, customer),
    url: async () => dataOf(await api.get(path, customer))['sms_webhook_url'],
    endpoints: async () => itemsOf(await api.get('/v1/webhooks?order=asc', customer)),
  };
}

describe('sms_webhook_url of PATCH /v1/numbers/{e164}', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  it('returns 200 with the URL, which is listed as an endpoint of the number', async () => {
    const { numberId, set, url, endpoints } = await aNumber(api);
    expect([await url(), await endpoints()]).toEqual([null, []]);
    const answer = await set(PUBLIC);
    expect([answer.status, dataOf(answer)['sms_webhook_url'], await url()]).toEqual([200, PUBLIC, PUBLIC]);
    expect(await endpoints()).toMatchObject([
      { url: PUBLIC, number_id: numberId, event_types: ['sms.received'], status: 'enabled' },
    ]);
  });

  it('returns 200 for null, which deletes the endpoint', async () => {
    const { set, url, endpoints } = await aNumber(api);
    await set(PUBLIC);
    expect([(await set(null)).status, await url(), await endpoints()]).toEqual([200, null, []]);
    expect((await set(null)).status).toBe(200);
  });

  it('has an endpoint whose secret is returned, and whose URL and deletion are 409 invalid_state', async () => {
    const { customer, set, endpoints, url } = await aNumber(api);
    await set(PUBLIC);
    const path = `/v1/webhooks/${String((await endpoints())[0]?.['id'])}`;
    const rotated = await api.post(`${path}/rotate-secret`, {}, customer);
    expect([rotated.status, dataOf(rotated)['signing_secret']]).toEqual([201, expect.stringMatching(/^whsec_/)]);
    for (const answer of [
      await api.delete(path, customer),
      await api.patch(path, { url: `${PUBLIC}/other` }, customer),
      await api.patch(path, { event_types: ['*'] }, customer),
    ])
      expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
    expect(await url()).toBe(PUBLIC);
  });

  it.each([
    ['an address of loopback', 'https://127.0.0.1/hook'],
    ['a private address', 'https://10.0.0.1/hook'],
    ['a private address in another form', 'https://0x0a000001/hook'],
    ['the metadata of a cloud', 'https://169.254.169.254/latest/meta-data'],
    ['a private IPv6 address', 'https://[fd00::1]/hook'],
    ['IPv4 in IPv6', 'https://[::ffff:127.0.0.1]/hook'],
    ['localhost', 'https://localhost/hook'],
    ['http', 'http://198.41.0.4/hook'],
    ['credentials', 'https://user:secret@198.41.0.4/hook'],
    ['a fragment', 'https://198.41.0.4/hook#part'],
    ['a text that is no URL', 'hooks.example.com'],
    ['another scheme', 'ftp://198.41.0.4/hook'],
  ])('returns 422 url_not_allowed for %s, and changes nothing', async (_name, given) => {
    const { set, url, endpoints } = await aNumber(api);
    const answer = await set(given);
    expect([answer.status, codeOf(answer), fieldsOf(answer)]).toEqual([422, 'url_not_allowed', ['sms_webhook_url']]);
    expect([await url(), await endpoints()]).toEqual([null, []]);
  });

  it('returns 200 for a URL of 2,000 characters, and 422 for one more, none, and other types', async () => {
    const { set, url } = await aNumber(api);
    const longest = `${PUBLIC}/`.padEnd(URL_MAX, 'x');
    expect([(await set(longest)).status, await url()]).toEqual([200, longest]);
    for (const given of [`${longest}x`, '', 5, true, [PUBLIC]]) {
      const answer = await set(given);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['sms_webhook_url']]);
    }
    expect(await url()).toBe(longest);
  });

  it("returns 404 for another account's number", async () => {
    const [{ from }, { customer }] = [await aNumber(api), await aNumber(api)];
    const answer = await api.patch(`/v1/numbers/${encodeURIComponent(from)}`, { sms_webhook_url: PUBLIC }, customer);
    expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
  });
});

describe('the webhook of a number', () => {
  let api: TestApi;
  let ofAccount: Receiver;
  let ofNumber: Receiver;

  beforeAll(async () => {
    api = await startApi({ ALLOW_PRIVATE_WEBHOOKS: 'true' });
  });
  beforeEach(async () => {
    [ofAccount, ofNumber] = [await Receiver.start(), await Receiver.start()];
  });
  afterEach(() => Promise.all([ofAccount.close(), ofNumber.close()]));
  afterAll(() => api.stop());

  /** Records and delivers the events of the account as the worker does. */
  const work = async (accountId: string, endpoints: readonly Row[]) => {
    const events = await api.use(Database).query(
      `SELECT id, account_id AS "accountId", type, data, created_at AS "createdAt" FROM platform.outbox
          WHERE account_id = $1 AND type = 'sms.received' ORDER BY seq`,
      [accountId],
    );
    await api.use(RecordEvent).recordAll(events as unknown as PublishedEvent[]);
    for (const { id } of endpoints)
      await api.use(DeliverToEndpoint).deliver({ endpointId: String(id), isFailing: false });
  };
  const textsAt = ({ received }: Receiver) =>
    received
      .map(({ body }) => (JSON.parse(body) as { data: { to: string; body: string | null } }).data)
      .map(({ to, body }) => [to, body]);

  it('receives the messages of its number with their text, and that of the account those of all numbers', async () => {
    const { customer, from, set, endpoints, receive } = await aNumber(api);
    const other = senderOf(api, customer, await new Shopping(api, customer).buy());
    await api.post('/v1/webhooks', { url: ofAccount.url, event_types: ['sms.received'] }, customer);
    expect((await set(ofNumber.url)).status).toBe(200);
    await receive('See you at 8.');
    await other.receive('At 9.', OTHER_PARTY);
    await work(customer.accountId, await endpoints());
    expect(textsAt(ofNumber)).toEqual([[from, 'See you at 8.']]);
    expect(textsAt(ofAccount)).toEqual([
      [from, 'See you at 8.'],
      [other.from, 'At 9.'],
    ]);
    for (const { headers } of [...ofNumber.received, ...ofAccount.received])
      expect(headers['x-svc-signature']).toEqual(expect.any(String));
  });

  it('receives nothing once it is null', async () => {
    const { customer, set, endpoints, receive } = await aNumber(api);
    await set(ofNumber.url);
    const before = await endpoints();
    await set(null);
    await receive('See you at 8.');
    await work(customer.accountId, before);
    expect(textsAt(ofNumber)).toEqual([]);
  });
});
