import { Clock } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { bySession, type Customer, startApi, type TestApi } from '../support';
import { registerApp } from '../support/identity/oauth';
import { dataOf, type Row, Shopping } from '../support/numbering/shopping';

interface Resource {
  readonly path: string;
  /** The path of the representation that contains the resource, if it is another. */
  readonly shownAt?: string;
}

describe('PATCH {}', () => {
  let api: TestApi;
  let customer: Customer;
  /** Of the customer: endpoints differ in the credentials that they accept. */
  let session: { readonly cookie: string };

  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make({ balanceCents: 1_000 });
    session = bySession(customer);
  });
  afterAll(() => api.stop());

  const create = async (path: string, body: Row): Promise<Row> => dataOf(await api.post(path, body, session));
  const created = async (path: string, body: Row): Promise<Resource> => ({
    path: `${path}/${String((await create(path, body))['id'])}`,
  });
  const profile = async (name: string): Promise<string> => {
    const made = await create('/v1/routing-profiles', { name });
    return `/v1/routing-profiles/${String((made['profile'] as Row)['id'])}`;
  };
  const target = async (): Promise<Resource> => {
    const shownAt = await profile('with a target');
    const forward = { kind: 'pstn_forward', pstn_forward_e164: '+12125550123' };
    return { ...(await created(`${shownAt}/targets`, forward)), shownAt };
  };
  const gateway = async (): Promise<Resource> => {
    const { path } = await created('/v1/sip-trunks', { name: 'with a gateway' });
    return created(`${path}/gateways`, { name: 'first', host: '203.0.113.9', auth_password: 'secret' });
  };
  const number = async (): Promise<Resource> => {
    const { e164 } = await new Shopping(api, customer).buy();
    return { path: `/v1/numbers/${String(e164)}` };
  };
  const app = async (): Promise<Resource> => {
    const { id } = await registerApp(api, customer);
    return { path: `/v1/oauth-apps/${id}` };
  };
  const webhook = () => created('/v1/webhooks', { url: 'https://198.41.0.4/hook', event_types: ['call.completed'] });
  /** Disabled by the service. The customer has not asked for it. */
  const failingWebhook = async (): Promise<Resource> => {
    const { path } = await webhook();
    await api
      .use(Database)
      .query(`UPDATE webhooks.endpoints SET status = 'disabled', disabled_reason = 'failures' WHERE id = $1`, [
        path.split('/').at(-1),
      ]);
    return { path };
  };
  const endUser = () =>
    created('/v1/compliance/end-users', {
      kind: 'person',
      first_name: 'Ada',
      last_name: 'Lovelace',
      address_line1: '12 Plumtree Square',
      city: 'Berlin',
      postal_code: '10115',
      country: 'DE',
    });
  const bundle = async (): Promise<Resource> => {
    const { path } = await endUser();
    const kind = { country: 'DE', number_type: 'geographic' };
    return created('/v1/compliance/bundles', { name: 'Berlin', end_user_id: path.split('/').at(-1), ...kind });
  };

  const aMinuteLater = () => (api.use(Clock) as MovableClock).advance(60);
  const effects = async () => {
    const [row] = await api.use(Database).query<{ entries: number; events: number }>(
      `SELECT (SELECT count(*) FROM platform.audit_trail) AS entries,
         (SELECT count(*) FROM platform.outbox WHERE account_id = $1) AS events`,
      [customer.accountId],
    );
    return row;
  };

  it.each<[string, () => Promise<Resource>]>([
    ['trunk', () => created('/v1/sip-trunks', { name: 'Office', inbound_cidrs: ['203.0.113.0/24'] })],
    ['gateway', gateway],
    ['routing profile', async () => ({ path: await profile('Support') })],
    ['routing target', target],
    ['webhook endpoint', webhook],
    ['webhook endpoint that was disabled for its failures', failingWebhook],
    ['OAuth application', app],
    ['number', number],
    ['end user', endUser],
    ['bundle', bundle],
    ['account', () => Promise.resolve({ path: '/v1/accounts/me' })],
    ['user', () => Promise.resolve({ path: '/v1/users/me' })],
  ])('changes nothing: %s', async (_name, make) => {
    const { path, shownAt = path } = await make();
    const before = await api.get(shownAt, session);
    expect([path, before.status]).toEqual([path, 200]);
    const effectsBefore = await effects();
    await aMinuteLater();
    const changed = await api.patch(path, {}, session);
    expect([changed.status, changed.text]).toEqual([200, expect.any(String)]);
    const after = await api.get(shownAt, session);
    expect(after.body.data).toEqual(before.body.data);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(await effects()).toEqual(effectsBefore);
  });

  it('changes nothing: carrier', async () => {
    const made = await api.operator('POST', '/operator/carriers', { name: 'Transit', host: 'sip.carrier.example' });
    const path = `/operator/carriers/${String(dataOf(made)['id'])}`;
    const effectsBefore = await effects();
    await aMinuteLater();
    expect((await api.operator('PATCH', path, {})).body.data).toEqual(made.body.data);
    expect((await api.operator('GET', path)).body.data).toEqual(made.body.data);
    expect(await effects()).toEqual(effectsBefore);
  });
});
