import { randomBytes } from 'node:crypto';
import { Clock } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { startApi, type TestApi } from '../../support';
import { TestBrowser } from '../../support/identity/browser';
import { bySession } from '../../support/customers';
import { type IssuerUser } from '../../support/identity/issuer';
import { addUser, type Issuers, settingsOf, startIssuers } from '../../support/identity/issuers';

describe('GET and DELETE /v1/auth/identities', () => {
  let issuers: Issuers;
  let api: TestApi;
  let db: Database;

  beforeAll(async () => {
    issuers = await startIssuers();
    api = await startApi(settingsOf(issuers));
    db = api.use(Database);
  });
  afterAll(async () => {
    await api.stop();
    await Promise.all(Object.values(issuers).map((issuer) => issuer.stop()));
  });

  const aUser = (change: IssuerUser = {}, issuer = issuers.oauth_idp1) => addUser(issuer, change);
  const emailOf = (subject: string) => `${subject}@example.com`;
  const meOf = async (browser: TestBrowser) =>
    (await browser.get(api, '/v1/accounts/me')).body.data as { user: { id: string } };
  const identitiesOf = (userId: string) =>
    db.query<{ subject: string }>(`SELECT subject FROM identity.linked_identities WHERE user_id = $1`, [userId]);
  interface Identity {
    readonly id: string;
    readonly provider: string;
  }
  const listed = async (browser: TestBrowser, query = '') =>
    (await browser.get(api, `/v1/auth/identities${query}`)).body.data as {
      items: Identity[];
      next_cursor: string | null;
    };
  const unlink = (browser: TestBrowser, id: string) =>
    api.delete(`/v1/auth/identities/${id}`, { cookie: browser.cookieFor() });

  it('returns 200 with the linked identities, newest first, page by page', async () => {
    const subject = aUser();
    const browser = new TestBrowser();
    await browser.signIn(api, { as: subject });
    const second = aUser({ email: 'elsewhere@example.com' }, issuers.oauth_idp2);
    await browser.signIn(api, { provider: 'oauth_idp2', as: second, query: { mode: 'link' } });
    const first = await listed(browser, '?limit=1');
    expect(first.items).toEqual([
      {
        id: expect.stringMatching(/^idn_/),
        provider: 'oauth_idp2',
        email: 'elsewhere@example.com',
        last_used_at: null,
        created_at: expect.any(Number),
      },
    ]);
    const rest = await listed(browser, `?limit=1&cursor=${first.next_cursor ?? ''}`);
    expect(rest).toMatchObject({ items: [{ provider: 'oauth_idp1', email: emailOf(subject) }], next_cursor: null });
  });

  it('returns 200 and unlinks the identity, which cannot sign in any more', async () => {
    const customer = await api.customers.make();
    const browser = new TestBrowser();
    browser.addCookie(customer.cookie);
    const subject = aUser({ email: `${randomBytes(4).toString('hex')}@example.com` });
    await browser.signIn(api, { as: subject, query: { mode: 'link' } });
    const [identity] = (await listed(browser)).items;
    const answer = await unlink(browser, identity?.id ?? '');
    expect(answer).toMatchObject({ status: 200, body: { data: { id: identity?.id, deleted: true } } });
    const later = new TestBrowser();
    await later.signIn(api, { as: subject });
    expect((await meOf(later)).user.id).not.toBe(customer.userId);
  });

  it('returns 403 for an old sign-in and unlinks nothing', async () => {
    const browser = new TestBrowser();
    await browser.signIn(api, { as: aUser() });
    const [identity] = (await listed(browser)).items;
    await (api.use(Clock) as MovableClock).advance(901);
    expect(await unlink(browser, identity?.id ?? '')).toMatchObject({
      status: 403,
      body: { error: { code: 'reauthentication_required' } },
    });
  });

  it('returns 200 for an old sign-in with the password, and 422 with a wrong one', async () => {
    const customer = await api.customers.make();
    const browser = new TestBrowser();
    browser.addCookie(customer.cookie);
    await browser.signIn(api, { as: aUser(), query: { mode: 'link' } });
    const [identity] = (await listed(browser)).items;
    await (api.use(Clock) as MovableClock).advance(901);
    const path = `/v1/auth/identities/${identity?.id ?? ''}`;
    const send = (body: object) => api.send('DELETE', path, { body, sender: bySession(customer), headers: {} });
    expect(await send({ password: 'not the password' })).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid_input', fields: { password: expect.any(String) } } },
    });
    expect((await send({ passwort: 'x' })).status).toBe(403);
    expect(await send({ password: customer.password })).toMatchObject({
      status: 200,
      body: { data: { deleted: true } },
    });
    expect(await identitiesOf(customer.userId)).toEqual([]);
  });

  it("returns 404 for another user's identity", async () => {
    const [mine, theirs] = [new TestBrowser(), new TestBrowser()];
    for (const browser of [mine, theirs]) await browser.signIn(api, { as: aUser() });
    const [identity] = (await listed(theirs)).items;
    expect((await unlink(mine, identity?.id ?? '')).status).toBe(404);
    expect((await listed(theirs)).items).toHaveLength(1);
  });

  it('returns 409 for the last sign-in method of a user without a password, also for parallel requests', async () => {
    const browser = new TestBrowser();
    await browser.signIn(api, { as: aUser() });
    const [only] = (await listed(browser)).items;
    expect(await unlink(browser, only?.id ?? '')).toMatchObject({
      status: 409,
      body: { error: { code: 'invalid_state' } },
    });
    await browser.signIn(api, {
      provider: 'oauth_idp2',
      as: aUser({}, issuers.oauth_idp2),
      query: { mode: 'link' },
    });
    const ids = (await listed(browser)).items.map(({ id }) => id);
    const answers = await Promise.all(ids.map((id) => unlink(browser, id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await listed(browser)).items).toHaveLength(1);
  });
});
