import { randomUUID } from 'node:crypto';
import { isTrunklineError, Trunkline, TrunklineError } from '@trunkline/client';
import { type Customer, startApi, type TestApi } from '../support';

describe('the typed client against the API', () => {
  let api: TestApi;
  let customer: Customer;
  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const clientWith = (send?: typeof fetch): Trunkline =>
    new Trunkline({ rootUrl: api.url, token: customer.key, ...(send && { fetch: send }) });
  const profile = () => `profile ${randomUUID()}`;
  /** Sends the request and loses its first response, as a broken connection does. */
  const losingFirstResponse = (): { send: typeof fetch; keys: (string | null)[] } => {
    const keys: (string | null)[] = [];
    const send: typeof fetch = async (input, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      const response = await fetch(input, init);
      if (keys.length === 1) throw new TypeError('fetch failed');
      return response;
    };
    return { send, keys };
  };
  const failureOf = async (call: PromiseLike<unknown>): Promise<unknown> =>
    call.then(
      () => null,
      (error: unknown) => error,
    );

  it('reads a page, and walks the items of all pages', async () => {
    const trunkline = clientWith();
    const names = Array.from({ length: 5 }, profile);
    for (const name of names) await trunkline.routingProfiles.create({ name });
    const page = await trunkline.routingProfiles.list({ limit: 2 });
    expect(page.items).toHaveLength(2);
    expect(page.next_cursor).not.toBeNull();
    const walked: string[] = [];
    for await (const { name } of trunkline.routingProfiles.list({ limit: 2 })) walked.push(name);
    expect(walked.sort()).toEqual([...names].sort());
  });

  it('joins the values of a list in the query as the API reads them', async () => {
    const { items } = await clientWith().routingProfiles.list({ status: ['active', 'archived'] });
    expect(items.length).toBeGreaterThan(0);
  });

  it('has one effect when the response is lost and the call is repeated', async () => {
    const { send, keys } = losingFirstResponse();
    const name = profile();
    const created = await clientWith(send).routingProfiles.create({ name });
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    const { items } = await clientWith().routingProfiles.list({ limit: 100 });
    expect(items.filter((each) => each.name === name).map(({ id }) => id)).toEqual([created.profile.id]);
  });

  it('repeats the result of an earlier call under its idempotency key', async () => {
    const trunkline = clientWith();
    const body = { name: profile() };
    const idempotencyKey = randomUUID();
    const first = await trunkline.routingProfiles.create(body, { idempotencyKey });
    expect(await trunkline.routingProfiles.create(body, { idempotencyKey })).toEqual(first);
    const other = await failureOf(trunkline.routingProfiles.create({ name: profile() }, { idempotencyKey }));
    expect(isTrunklineError(other, 'idempotency_key_reused')).toBe(true);
  });

  it('names the code, status, fields and request of a failure', async () => {
    const trunkline = clientWith();
    const missing = await failureOf(trunkline.numbers.get('+12125550100'));
    expect(missing).toBeInstanceOf(TrunklineError);
    expect(missing).toMatchObject({
      code: 'not_found',
      status: 404,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const invalid = await failureOf(trunkline.routingProfiles.create({ name: '' }));
    expect(isTrunklineError(invalid, 'invalid_input') && invalid.fields).toEqual({ name: expect.any(String) });
    const unknown = await failureOf(new Trunkline({ rootUrl: api.url, token: 'svc_live_unknown' }).account.get());
    expect(unknown).toMatchObject({ code: 'unauthorized', status: 401 });
  });

  it('refuses a change of a resource that has changed since it was read', async () => {
    const trunkline = clientWith();
    const { id } = (await trunkline.routingProfiles.create({ name: profile() })).profile;
    const stale = await failureOf(trunkline.routingProfiles.update(id, { name: profile() }, { ifMatch: '"stale"' }));
    expect(stale).toMatchObject({ status: 412 });
  });
});
