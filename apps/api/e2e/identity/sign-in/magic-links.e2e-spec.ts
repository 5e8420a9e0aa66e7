import { randomBytes } from 'node:crypto';
import { Clock } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { type Answer, startApi, type TestApi } from '../../support';
import { failure } from '../../support/refusals';
import { GAP_MAX_MS, timeGap } from '../../support/time-gap';

const QUARTER_S = 15 * 60;

const freshEmail = () => `m-${randomBytes(8).toString('hex')}@example.com`;
const cookieOf = (answer: Answer) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';

describe('/v1/auth/magic-link', () => {
  let api: TestApi;
  let db: Database;
  beforeAll(async () => {
    api = await startApi();
    db = api.use(Database);
  });
  afterAll(() => api.stop());

  const advance = (seconds: number) => (api.use(Clock) as MovableClock).advance(seconds);
  const ask = (email: string) => api.post('/v1/auth/magic-link', { email });
  const consume = (token?: unknown) => api.post('/v1/auth/magic-link/consume', { token });
  const mailedLink = async (email: string) => {
    await ask(email);
    return api.customers.mailedToken(email, 'magic-link');
  };
  const me = (answer: Answer) => api.get('/v1/users/me', { cookie: cookieOf(answer) });
  const close = (accountId: string) =>
    db.query(`UPDATE identity.accounts SET status = 'closed', closed_at = now() WHERE id = $1`, [accountId]);

  describe('POST', () => {
    it('returns 204 and mails a link, also to an unverified email', async () => {
      const email = freshEmail();
      await api.post('/v1/auth/signup', { email, password: 'as good as any', name: 'Ada', country: 'GB' });
      expect(await ask(email.toUpperCase())).toMatchObject({ status: 204, text: '' });
      expect(await api.customers.mailedToken(email, 'magic-link')).toMatch(/^[\w-]{43}$/);
    });

    it('returns 204 for an unknown email, without a mail', async () => {
      const count = async () => (await db.find<{ count: number }>(`SELECT count(*) FROM platform.mails`))!.count;
      const before = await count();
      expect((await ask(freshEmail())).status).toBe(204);
      expect(await count()).toBe(before);
    });

    it('returns 204 for an unknown and a known email, after the same time', async () => {
      const { email } = await api.customers.make();
      const asked = async (address: string) => expect((await ask(address)).status).toBe(204);
      const gap = await timeGap(
        () => asked(freshEmail()),
        () => asked(email),
      );
      expect(gap).toBeLessThan(GAP_MAX_MS);
    });
  });

  describe('POST /consume', () => {
    it('returns 200, signs in, verifies the email and records magic_link', async () => {
      const email = freshEmail();
      await api.post('/v1/auth/signup', { email, password: 'as good as any', name: 'Ada', country: 'GB' });
      const answer = await consume(await mailedLink(email));
      expect(answer).toMatchObject({
        status: 200,
        body: {
          data: {
            user_id: expect.stringMatching(/^usr_/),
            account_id: expect.stringMatching(/^acc_/),
            expires_at: expect.any(Number),
            challenge: null,
            mfa_method: null,
          },
        },
      });
      expect((await me(answer)).body.data).toMatchObject({ email, email_verified: true });
      const events = await db.query(
        `SELECT method, outcome FROM identity.login_events e JOIN identity.users u ON u.id = e.user_id WHERE u.email = $1`,
        [email],
      );
      expect(events).toEqual([{ method: 'magic_link', outcome: 'success' }]);
    });

    it('returns 200 and invalidates the password of an unverified sign-up', async () => {
      const [email, password] = [freshEmail(), 'what a squatter typed'];
      await api.post('/v1/auth/signup', { email, password, name: 'Squatter', country: 'US' });
      const verification = await api.customers.mailedToken(email, 'verify-email');
      expect((await consume(await mailedLink(email))).status).toBe(200);
      const logIn = (typed: string) => api.post('/v1/auth/login', { email, password: typed });
      expect(await logIn(password)).toMatchObject(failure(401, 'unauthorized'));
      expect(await api.post('/v1/auth/verify-email', { token: verification })).toMatchObject(
        failure(410, 'token_invalid'),
      );
      await api.post('/v1/auth/forgot-password', { email });
      const token = await api.customers.mailedToken(email, 'reset-password');
      await api.post('/v1/auth/reset-password', { token, new_password: 'of the owner of the mailbox' });
      expect((await logIn('of the owner of the mailbox')).status).toBe(200);
    });

    it('returns 200 with a partial session for a user with a second factor', async () => {
      const { email, userId } = await api.customers.make();
      await db.query(`UPDATE identity.users SET mfa_method = 'email_otp' WHERE id = $1`, [userId]);
      const answer = await consume(await mailedLink(email));
      expect(answer.body.data).toMatchObject({ challenge: 'mfa', mfa_method: 'email_otp' });
      expect(await me(answer)).toMatchObject(failure(403, 'mfa_required'));
    });

    it('returns 200 for either of two links, and invalidates the other', async () => {
      const { email } = await api.customers.make();
      const [first, second] = [await mailedLink(email), await mailedLink(email)];
      expect(first).not.toBe(second);
      expect((await consume(first)).status).toBe(200);
      expect(await consume(second)).toMatchObject(failure(410, 'token_invalid'));
    });

    it('returns 400 missing_token for a missing, empty or null token', async () => {
      for (const token of [undefined, null, '']) {
        expect(await consume(token)).toMatchObject(failure(400, 'missing_token'));
      }
      expect(await api.post('/v1/auth/magic-link/consume')).toMatchObject(failure(400, 'missing_token'));
    });

    it('returns 403 account_closed when the account was closed, and keeps the link valid', async () => {
      const { email, accountId } = await api.customers.make();
      const token = await mailedLink(email);
      await close(accountId);
      expect(await consume(token)).toMatchObject(failure(403, 'account_closed'));
      await db.query(`UPDATE identity.accounts SET status = 'active', closed_at = NULL WHERE id = $1`, [accountId]);
      expect((await consume(token)).status).toBe(200);
    });

    it('returns 410 token_invalid for an unknown, used, expired or different link, and nine of ten parallel uses', async () => {
      const [used, late] = [await api.customers.make(), await api.customers.make()];
      const token = await mailedLink(used.email);
      const rush = await Promise.all(Array.from({ length: 10 }, () => consume(token)));
      expect(rush.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(410)]);
      await api.post('/v1/auth/forgot-password', { email: used.email });
      const otherKind = await api.customers.mailedToken(used.email, 'reset-password');
      const lateToken = await mailedLink(late.email);
      await advance(QUARTER_S);
      const answers = [];
      for (const each of [token, otherKind, lateToken, 'unknown']) answers.push(await consume(each));
      expect(answers[0]).toMatchObject(failure(410, 'token_invalid'));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    });

    it('returns 422 for a token that is not text', async () => {
      expect(await consume(7)).toMatchObject(failure(422, 'invalid_input'));
    });
  });
});
