import { totpCode } from '@trunkline/identity/testing';
import { Clock } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { type Answer, type Customer, startApi, type TestApi } from '../../support';
import { bySession } from '../../support/customers';
import { failure, invalid } from '../../support/refusals';

const PATH = '/v1/auth/mfa';
const NEW_PASSWORD = 'staple battery horse correct';
const cookieOf = (answer: Answer) => (answer.headers.getSetCookie()[0] ?? '').split(';')[0]!;

describe('the second factor as a second channel', () => {
  let api: TestApi;
  let db: Database;
  let customer: Customer;
  beforeAll(async () => {
    api = await startApi();
    db = api.use(Database);
  });
  beforeEach(async () => {
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const now = () => api.use(Clock).now();
  const secured = async () => {
    const start = await api.post(`${PATH}/setup-start`, { method: 'totp' }, bySession(customer));
    const { secret } = start.body.data as { secret: string };
    const body = { method: 'totp', secret, code: totpCode(secret, new Date(now().getTime() - 30_000)) };
    const verified = await api.post(`${PATH}/setup-verify`, body, bySession(customer));
    expect(verified.status).toBe(200);
    return (verified.body.data as { recovery_codes: string[] }).recovery_codes;
  };
  /** Sets mailed codes in the database, because the API does not enroll users in them. */
  const useMailedCodes = () =>
    db.query(`UPDATE identity.users SET mfa_method = 'email_otp' WHERE id = $1`, [customer.userId]);
  const begun = (answer: Answer) => {
    expect([200, 201, 302]).toContain(answer.status);
    return cookieOf(answer);
  };
  const byPassword = async (password = customer.password) =>
    begun(await api.post('/v1/auth/login', { email: customer.email, password }));
  const byMagicLink = async () => {
    await api.post('/v1/auth/magic-link', { email: customer.email });
    const token = await api.customers.mailedToken(customer.email, 'magic-link');
    return begun(await api.post('/v1/auth/magic-link/consume', { token }));
  };
  const reset = async () => {
    await api.post('/v1/auth/forgot-password', { email: customer.email });
    const token = await api.customers.mailedToken(customer.email, 'reset-password');
    const answer = await api.post('/v1/auth/reset-password', { token, new_password: NEW_PASSWORD });
    expect(answer.status).toBe(200);
  };
  const ask = (cookie: string) => api.post(`${PATH}/email-otp`, undefined, { cookie });
  const challenge = (cookie: string, body: object) => api.post(`${PATH}/challenge`, body, { cookie });
  const codesMailed = async () =>
    (await api.customers.subjectsTo(customer.email)).filter((each) => each === 'Your sign-in code').length;
  /** Returns a code that was mailed for another session, as an attacker with access to the mailbox has it. */
  const plantedCode = async () => {
    const cookie = await byPassword();
    expect((await ask(cookie)).status).toBe(200);
    return api.customers.mailedCode(customer.email);
  };
  const takesNoMailedCode = async (cookie: string, code = '123456') => {
    const before = await codesMailed();
    expect(await ask(cookie)).toMatchObject(failure(409, 'mfa_not_pending'));
    expect(await codesMailed()).toBe(before);
    const given = await challenge(cookie, { code, method: 'email_otp' });
    expect(given).toMatchObject(failure(401, 'mfa_code_invalid'));
    expect(await api.get('/v1/accounts/me', { cookie })).toMatchObject(failure(403, 'mfa_required'));
    expect(await api.post('/v1/api-keys', { name: 'ci' }, { cookie })).toMatchObject(failure(403, 'mfa_required'));
  };

  it('completes a password sign-in by a mailed code for a user with that method', async () => {
    await useMailedCodes();
    const cookie = await byPassword();
    expect((await ask(cookie)).status).toBe(200);
    expect((await challenge(cookie, { code: await api.customers.mailedCode(customer.email) })).status).toBe(200);
    expect((await api.get('/v1/accounts/me', { cookie })).status).toBe(200);
  });

  it('neither mails nor accepts a code for a user with an authenticator', async () => {
    await secured();
    await takesNoMailedCode(await byPassword());
  });

  it('neither mails nor accepts a code after a sign-in by link', async () => {
    await useMailedCodes();
    await takesNoMailedCode(await byMagicLink(), await plantedCode());
  });

  it('neither mails nor accepts a code after an email change by link', async () => {
    await useMailedCodes();
    const moved = `moved-${customer.email}`;
    const body = { new_email: moved, password: customer.password };
    const full = await db.query(`UPDATE identity.users SET mfa_method = NULL WHERE id = $1`, [customer.userId]);
    expect(full).toEqual([]);
    expect((await api.post('/v1/users/me/email-change', body, bySession(customer))).status).toBe(202);
    await useMailedCodes();
    const token = await api.customers.mailedToken(moved, 'email-change');
    const cookie = begun(await api.post('/v1/auth/verify-email', { token }));
    customer = { ...customer, email: moved };
    await takesNoMailedCode(cookie, await plantedCode());
  });

  it('neither mails nor accepts a code after an email verification by link', async () => {
    const email = `new-${customer.email}`;
    const signUp = { email, password: customer.password, name: 'Ada Lovelace', country: 'GB' };
    const { user_id: userId } = (await api.post('/v1/auth/signup', signUp)).body.data as { user_id: string };
    await db.query(`UPDATE identity.users SET mfa_method = 'email_otp' WHERE id = $1`, [userId]);
    const cookie = await api.customers.verify(email);
    customer = { ...customer, email, userId };
    await takesNoMailedCode(cookie, await plantedCode());
  });

  it('does not accept mailed codes after a password reset by mail', async () => {
    const codes = await secured();
    await useMailedCodes();
    await reset();
    await takesNoMailedCode(await byPassword(NEW_PASSWORD));
    // Nor in a second session, until the new password is confirmed by another factor.
    await takesNoMailedCode(await byPassword(NEW_PASSWORD));
    const cookie = await byPassword(NEW_PASSWORD);
    expect((await challenge(cookie, { code: codes[0] })).status).toBe(200);
    const next = await byPassword(NEW_PASSWORD);
    expect((await ask(next)).status).toBe(200);
    expect((await challenge(next, { code: await api.customers.mailedCode(customer.email) })).status).toBe(200);
  });

  it('rejects mailed codes after a reset until a password sign-in is completed, not only a sign-in by link', async () => {
    const codes = await secured();
    await useMailedCodes();
    await reset();
    expect((await challenge(await byMagicLink(), { code: codes[0] })).status).toBe(200);
    await takesNoMailedCode(await byPassword(NEW_PASSWORD));
  });

  it('accepts mailed codes again when a full session has changed the password', async () => {
    const codes = await secured();
    await useMailedCodes();
    await reset();
    const cookie = await byMagicLink();
    expect((await challenge(cookie, { code: codes[0] })).status).toBe(200);
    const change = { current_password: NEW_PASSWORD, new_password: customer.password };
    expect((await api.post('/v1/auth/change-password', change, { cookie })).status).toBe(200);
    expect((await ask(await byPassword())).status).toBe(200);
  });

  it.each(['totp', 'recovery_code'])('completes every session by %s', async (method) => {
    const start = await api.post(`${PATH}/setup-start`, { method: 'totp' }, bySession(customer));
    const { secret } = start.body.data as { secret: string };
    const body = { method: 'totp', secret, code: totpCode(secret, new Date(now().getTime() - 30_000)) };
    const verified = await api.post(`${PATH}/setup-verify`, body, bySession(customer));
    const { recovery_codes: codes } = verified.body.data as { recovery_codes: string[] };
    await useMailedCodes();
    const code = (step: number) =>
      method === 'totp' ? totpCode(secret, new Date(now().getTime() + step * 30_000)) : codes[step];
    expect((await challenge(await byMagicLink(), { code: code(0), method })).status).toBe(200);
    await reset();
    expect((await challenge(await byPassword(NEW_PASSWORD), { code: code(1), method })).status).toBe(200);
  });

  it('rejects a mailed code for new recovery codes in a session that started by link', async () => {
    const codes = await secured();
    await useMailedCodes();
    const cookie = await byMagicLink();
    expect((await challenge(cookie, { code: codes[0] })).status).toBe(200);
    const replaced = await api.post(`${PATH}/recovery-codes`, { code: await plantedCode() }, { cookie });
    expect(replaced).toMatchObject(failure(401, 'mfa_code_invalid'));
  });

  it('disables the second factor of a user without a password after a recent sign-in, and ignores `password`', async () => {
    const codes = await secured();
    await db.query(`UPDATE identity.users SET password_hash = NULL WHERE id = $1`, [customer.userId]);
    const body = { code: codes[0], password: 'not known here' };
    const answer = await api.send('DELETE', PATH, { body, sender: bySession(customer), headers: {} });
    expect(answer.status).toBe(200);
  });

  it('requires the password to disable the second factor of a user with a password', async () => {
    const codes = await secured();
    const answer = await api.send('DELETE', PATH, {
      body: { code: codes[0] },
      sender: bySession(customer),
      headers: {},
    });
    expect(answer).toMatchObject(invalid('password'));
  });
});
