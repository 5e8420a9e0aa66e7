import { randomBytes } from 'node:crypto';
import type { Answer, Customer, TestApi } from '../index';

/** A user who accepted an invitation and is signed in to its account. */
export interface Member {
  readonly userId: string;
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
}

const PASSWORD = 'nanoseconds of copper wire';

export function cookieOf(answer: Answer): string {
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`No cookie: ${answer.text}`);
  return cookie;
}

export function newAddress(): string {
  return `m-${randomBytes(8).toString('hex')}@example.com`;
}

/** Invites an email; returns the token of the mailed link and the invitation. */
export async function invite(
  api: TestApi,
  host: { readonly cookie: string },
  { email = newAddress(), role = 'member' }: { email?: string; role?: string } = {},
) {
  const invited = await api.post('/v1/accounts/me/invitations', { email, role }, { cookie: host.cookie });
  if (invited.status !== 201) throw new Error(`Not invited: ${invited.text}`);
  const token = await api.customers.mailedToken(email, 'invitation');
  return { email, token, id: (invited.body.data as { id: string }).id };
}

/** Adds a new user to an account by invitation; an owner is promoted afterwards. */
export async function join(api: TestApi, host: Customer, role: string): Promise<Member> {
  const { email, token } = await invite(api, host, { role: role === 'owner' ? 'admin' : role });
  const accepted = await api.post('/v1/auth/invitation/accept', { token, name: 'Grace Hopper', password: PASSWORD });
  if (accepted.status !== 200) throw new Error(`Not accepted: ${accepted.text}`);
  const { user_id: userId } = accepted.body.data as { user_id: string };
  const { cookie } = host;
  if (role === 'owner') await api.patch(`/v1/accounts/me/members/${userId}`, { role }, { cookie });
  return { userId, email, password: PASSWORD, cookie: cookieOf(accepted) };
}

/** Adds an existing customer to another account; the session stays unchanged. */
export async function joinAs(api: TestApi, host: Customer, guest: Customer, role: string): Promise<void> {
  const { token } = await invite(api, host, { email: guest.email, role });
  const accepted = await api.post('/v1/auth/invitation/accept', { token });
  if (accepted.status !== 200) throw new Error(`Not accepted: ${accepted.text}`);
}
