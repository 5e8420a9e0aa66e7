import { Database } from '@trunkline/platform';
import type { Answer, Customer, TestApi } from '../index';
import { invite, join, newAddress } from './members';

type Json = Record<string, unknown>;

/** The state after a body was accepted. */
export interface Taken {
  readonly api: TestApi;
  readonly customer: Customer;
  readonly body: Json;
  readonly data: Json;
}

/**
 * Reads back the stored value of a field. `proof`: a password, token or code, which is never shown; `flag`: a boolean that
 * only a successful request would show.
 */
export type Kept = 'proof' | 'flag' | ((taken: Taken) => unknown);

/** A request with a valid body, and a reader for each of its fields. */
export interface BodyCase {
  readonly name: string;
  readonly path?: (api: TestApi, customer: Customer) => Promise<string>;
  readonly good?: (api: TestApi, customer: Customer) => Promise<Json> | Json;
  readonly fields: Readonly<Record<string, Kept>>;
  readonly required?: readonly string[];
  /** Needs no other user. */
  readonly isPublic?: boolean;
  /** Ends the session or changes the password of its sender, so that each value needs a new sender. */
  readonly isFinal?: boolean;
  /** Reverts the request, so that it can be repeated. */
  readonly undo?: (api: TestApi, customer: Customer) => Promise<unknown>;
}

const dataOf = ({ body }: Answer) => (body.data ?? {}) as Json;
const own = ({ cookie }: Customer) => ({ cookie });
const shown = (field: string) => (taken: Taken) => taken.data[field];

async function account({ api, body }: Pick<Taken, 'api' | 'body'>): Promise<Json & { user: Json }> {
  const cookie = await api.customers.verify(String(body['email']));
  return dataOf(await api.get('/v1/accounts/me', { cookie })) as Json & { user: Json };
}

async function userRow({ api, body }: Taken, column: string): Promise<unknown> {
  const users = await api.use(Database).query<Json>(`SELECT * FROM identity.users WHERE email = $1`, [body['email']]);
  return users[0]?.[column];
}

async function logsIn({ api, body }: Taken): Promise<unknown> {
  await account({ api, body });
  const { email, password } = body;
  return (await api.post('/v1/auth/login', { email, password })).status === 200 ? password : 'another password';
}

const keyPath = async (api: TestApi, customer: Customer) =>
  `/v1/api-keys/${String(dataOf(await api.post('/v1/api-keys', { name: 'ci' }, own(customer)))['id'])}`;
const sessionPath = async (api: TestApi, customer: Customer) => {
  const { items } = dataOf(await api.get('/v1/auth/sessions', own(customer))) as { items?: Json[] };
  return `/v1/auth/sessions/${String(items?.find((each) => each['is_current'])?.['id'])}`;
};
const revokeKeys = (api: TestApi, { accountId }: Customer) =>
  api.use(Database).query(`DELETE FROM identity.api_keys WHERE account_id = $1`, [accountId]);
const setting = (field: string) => (taken: Taken) => (taken.data['settings'] as Json)[field];

export const BODIES: readonly BodyCase[] = [
  {
    name: 'POST /v1/auth/signup',
    isPublic: true,
    good: () => ({
      email: newAddress(),
      password: 'correct horse battery staple',
      name: 'Ada Lovelace',
      country: 'GB',
    }),
    required: ['email', 'password', 'name', 'country'],
    fields: {
      email: shown('email'),
      password: logsIn,
      name: async (taken) => (await account(taken)).user['name'],
      country: async (taken) => (await account(taken))['country'],
      company: async (taken) => (await account(taken))['name'],
      phone_e164: (taken) => userRow(taken, 'phone_e164'),
      intended_use: (taken) => userRow(taken, 'intended_use'),
      marketing_opt_in: (taken) => userRow(taken, 'marketing_opt_in'),
      captcha_token: 'proof',
    },
  },
  { name: 'POST /v1/auth/verify-email', isPublic: true, required: ['token'], fields: { token: 'proof' } },
  { name: 'POST /v1/auth/magic-link/consume', isPublic: true, fields: { token: 'proof' } },
  {
    name: 'POST /v1/auth/login',
    isPublic: true,
    good: (_api, { email, password }) => ({ email, password }),
    required: ['email', 'password'],
    fields: { email: 'proof', password: 'proof', trust_device: 'flag' },
  },
  {
    name: 'POST /v1/auth/reset-password',
    isPublic: true,
    good: () => ({ token: 'x'.repeat(43), new_password: 'nanoseconds of copper wire' }),
    required: ['token', 'new_password'],
    fields: { token: 'proof', new_password: 'proof' },
  },
  {
    name: 'POST /v1/auth/change-password',
    isFinal: true,
    good: (_api, { password }) => ({ current_password: password, new_password: 'nanoseconds of copper wire' }),
    required: ['current_password', 'new_password'],
    fields: {
      current_password: 'proof',
      new_password: async ({ api, customer, body }) => {
        const password = body['new_password'];
        return (await api.post('/v1/auth/login', { email: customer.email, password })).status === 200 ? password : null;
      },
    },
  },
  {
    name: 'POST /v1/auth/invitation/inspect',
    isPublic: true,
    required: ['token'],
    fields: { token: 'proof' },
  },
  {
    name: 'POST /v1/auth/invitation/accept',
    isPublic: true,
    good: async (api, customer) => ({
      token: (await invite(api, customer)).token,
      name: 'Grace Hopper',
      password: 'nanoseconds of copper wire',
    }),
    required: ['token', 'name', 'password'],
    fields: {
      token: 'proof',
      name: async ({ api, data }) => {
        const [user] = await api
          .use(Database)
          .query<Json>(`SELECT name FROM identity.users WHERE id = $1`, [data['user_id']]);
        return user?.['name'];
      },
      password: 'proof',
    },
  },
  {
    name: 'PATCH /v1/users/me',
    fields: { name: shown('name'), phone_e164: shown('phone_e164') },
  },
  {
    name: 'POST /v1/users/me/email-change',
    good: () => ({ new_email: newAddress() }),
    required: ['new_email'],
    fields: { new_email: shown('pending_email'), password: 'proof' },
  },
  {
    name: 'PATCH /v1/accounts/me',
    fields: { name: shown('name'), country: shown('country'), settings: shown('settings') },
  },
  ...['cdr_redaction', 'low_balance_alert_cents', 'timezone'].map(
    (field): BodyCase => ({
      name: 'PATCH /v1/accounts/me',
      fields: { [`settings.${field}`]: setting(field) },
    }),
  ),
  {
    name: 'POST /v1/api-keys',
    good: () => ({ name: 'ci' }),
    required: ['name'],
    undo: revokeKeys,
    fields: {
      name: shown('name'),
      expires_at: shown('expires_at'),
      scopes: shown('scopes'),
      allowed_cidrs: shown('allowed_cidrs'),
      password: 'proof',
    },
  },
  {
    name: 'PATCH /v1/api-keys/{id}',
    path: keyPath,
    undo: revokeKeys,
    fields: { name: shown('name'), expires_at: shown('expires_at') },
  },
  {
    name: 'POST /v1/api-keys/{id}/rotate',
    path: async (api, customer) => `${await keyPath(api, customer)}/rotate`,
    undo: revokeKeys,
    fields: {
      grace_s: async ({ api, customer }) => {
        const [row] = await api.use(Database).query<{ grace_s: number }>(
          `SELECT round(extract(epoch FROM min(expires_at) - max(created_at)))::int AS grace_s
           FROM identity.api_keys WHERE account_id = $1`,
          [customer.accountId],
        );
        return row?.grace_s;
      },
      password: 'proof',
    },
  },
  {
    name: 'PATCH /v1/auth/sessions/{id}',
    path: sessionPath,
    fields: { device_name: shown('device_name'), is_trusted: shown('is_trusted') },
  },
  {
    name: 'POST /v1/auth/sessions/revoke-all',
    isFinal: true,
    good: () => ({ keep_current: true }),
    fields: {
      keep_current: async ({ api, customer }) => (await api.get('/v1/accounts/me', own(customer))).status === 200,
    },
  },
  {
    name: 'POST /v1/accounts/me/invitations',
    good: () => ({ email: newAddress(), role: 'member' }),
    required: ['email', 'role'],
    fields: { email: shown('email'), role: shown('role'), password: 'proof' },
  },
  {
    name: 'PATCH /v1/accounts/me/members/{user_id}',
    path: async (api, customer) => `/v1/accounts/me/members/${(await join(api, customer, 'member')).userId}`,
    good: () => ({ role: 'billing' }),
    required: ['role'],
    fields: { role: shown('role'), password: 'proof' },
  },
  {
    name: 'POST /v1/accounts/me/closure',
    good: (_api, { password }) => ({ confirm_name: 'Test Customer', password }),
    required: ['confirm_name'],
    undo: (api, customer) => api.delete('/v1/accounts/me/closure', own(customer)),
    fields: {
      reason: shown('reason'),
      reason_category: shown('reason_category'),
      confirm_name: 'proof',
      password: 'proof',
      code: 'proof',
    },
  },
  { name: 'POST /v1/auth/mfa/setup-start', required: ['method'], fields: { method: () => 'totp' } },
  {
    name: 'POST /v1/auth/mfa/setup-verify',
    good: async (api, customer) => {
      const offered = dataOf(await api.post('/v1/auth/mfa/setup-start', { method: 'totp' }, own(customer)));
      return { method: 'totp', secret: offered['secret'], code: '000000' };
    },
    required: ['method', 'secret', 'code'],
    fields: { method: () => 'totp', secret: 'proof', code: 'proof', password: 'proof' },
  },
  {
    name: 'POST /v1/auth/mfa/challenge',
    good: () => ({ code: '000000' }),
    required: ['code'],
    fields: { code: 'proof', method: 'proof', trust_device: 'flag' },
  },
  {
    name: 'POST /v1/auth/mfa/recovery-codes',
    good: () => ({ code: '000000' }),
    required: ['code'],
    fields: { code: 'proof', password: 'proof' },
  },
  {
    name: 'DELETE /v1/auth/mfa',
    good: () => ({ code: '000000', password: 'x' }),
    required: ['code'],
    fields: { code: 'proof', password: 'proof' },
  },
];
