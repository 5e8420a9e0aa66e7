import { bySession } from '../support';
import { invite, join, newAddress } from '../support/identity/members';
import { OAuthClient, registerApp } from '../support/identity/oauth';
import { dataOf, itemsOf } from '../support/numbering/shopping';
import type { Walk } from './walk';

/** Cards, top-ups and automatic recharging. */
export async function money(walk: Walk): Promise<void> {
  const card = await walk.perform('POST /v1/billing/payment-methods', {
    body: { processor_payment_method_id: 'pm_card_visa' },
  });
  const second = dataOf(
    await walk.api.post(
      '/v1/billing/payment-methods',
      { processor_payment_method_id: 'pm_card_amex' },
      bySession(walk.customer),
    ),
  );
  await walk.perform('PATCH /v1/billing/payment-methods/{id}', {
    ids: { id: second['id'] },
    body: { is_default: true },
  });
  await walk.perform('POST /v1/billing/topups', { body: { amount_cents: 2_500 } });
  await walk.perform('DELETE /v1/billing/payment-methods/{id}', { ids: { id: card['id'] } });
  const on = { enabled: true, threshold_cents: 400, amount_cents: 2_500 };
  await walk.perform('PUT /v1/billing/auto-recharge', { body: on });
  await walk.api.put('/v1/billing/auto-recharge', { ...on, enabled: false }, bySession(walk.customer));
}

/** The account, its members, keys and applications. */
export async function account(walk: Walk): Promise<void> {
  const email = newAddress();
  const password = walk.mark('SignUpPassword');
  await walk.perform('POST /v1/auth/signup', { body: { email, password, name: 'Ada', country: 'GB' }, sender: {} });
  await walk.perform('PATCH /v1/accounts/me', { body: { name: 'Analytical Engines' } });
  const invited = await walk.perform('POST /v1/accounts/me/invitations', {
    body: { email: walk.keep(newAddress()), role: 'member', password: walk.customer.password },
  });
  await walk.perform('DELETE /v1/accounts/me/invitations/{id}', { ids: { id: invited['id'] } });
  const { token, email: invitedEmail } = await invite(walk.api, bySession(walk.customer));
  for (const secret of [token, invitedEmail, walk.customer.key, walk.customer.password]) walk.keep(secret);
  await walk.perform('POST /v1/auth/invitation/accept', {
    body: { token, name: 'Grace Hopper', password: walk.mark('MemberPassword') },
    sender: {},
  });
  const member = { user_id: (await join(walk.api, walk.customer, 'member')).userId };
  await walk.perform('PATCH /v1/accounts/me/members/{user_id}', { ids: member, body: { role: 'billing' } });
  await walk.perform('DELETE /v1/accounts/me/members/{user_id}', { ids: member });
  const key = await walk.perform('POST /v1/api-keys', { body: { name: 'CI', password: walk.customer.password } });
  await walk.perform('PATCH /v1/api-keys/{id}', { ids: { id: key['id'] }, body: { name: 'Build' } });
  const rotated = await walk.perform('POST /v1/api-keys/{id}/rotate', { ids: { id: key['id'] }, body: {} });
  await walk.perform('DELETE /v1/api-keys/{id}', { ids: { id: rotated['id'] } });
  const app = { name: 'Dialer', redirect_uris: ['https://app.example.com/callback'], max_scopes: ['numbers:read'] };
  const { id } = await walk.perform('POST /v1/oauth-apps', { body: { ...app, password: walk.customer.password } });
  await walk.perform('PATCH /v1/oauth-apps/{id}', { ids: { id }, body: { description: 'Calls' } });
  await walk.perform('POST /v1/oauth-apps/{id}/rotate-secret', { ids: { id }, body: {} });
  await walk.perform('DELETE /v1/oauth-apps/{id}', { ids: { id } });
  await grants(walk);
  await walk.perform('POST /v1/accounts/me/closure', {
    body: { password: walk.customer.password, confirm_name: 'Analytical Engines' },
  });
  await walk.perform('DELETE /v1/accounts/me/closure', {});
}

async function grants(walk: Walk): Promise<void> {
  await new OAuthClient(walk.api, await registerApp(walk.api, walk.customer)).authorize(walk.customer);
  const [grant] = itemsOf(await walk.api.get('/v1/oauth-grants', bySession(walk.customer)));
  // The browser of the flow sends the decision, under a request id of the API.
  const decided = await walk.entriesOf(String(grant?.['id']));
  walk.entries.set('POST /v1/oauth/consent/{request_id}', decided);
  await walk.perform('DELETE /v1/oauth-grants/{id}', { ids: { id: grant?.['id'] } });
}
