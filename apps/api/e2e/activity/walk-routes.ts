import { dataOf, type Row } from '../support/numbering/shopping';
import type { Walk } from './walk';

/** Trunks, gateways, routing and WebRTC users. */
export async function routes(walk: Walk): Promise<void> {
  const gateway = { name: 'Berlin', host: '198.41.0.4', auth_username: 'pbx', auth_password: walk.mark('Password') };
  const trunk = await walk.perform('POST /v1/sip-trunks', { body: { name: 'Walk', gateways: [gateway] } });
  const ids = { id: trunk['id'] };
  await walk.perform('PATCH /v1/sip-trunks/{id}', { ids, body: { codec_preference: ['g711a'] } });
  const registering = dataOf(
    await walk.api.post('/v1/sip-trunks', { name: 'Phones', registration_mode: 'register' }, walk.customer),
  );
  walk.keepSecrets(registering);
  await walk.perform('POST /v1/sip-trunks/{id}/credentials', { ids: { id: registering['id'] }, body: {} });
  const secondary = { ...gateway, name: 'Second', custom_headers: { 'X-Token': walk.mark('Header') } };
  const added = await walk.perform('POST /v1/sip-trunks/{id}/gateways', { ids, body: secondary });
  const part = { ...ids, gateway_id: added['id'] };
  const change = { weight: 5, auth_password: walk.mark('NewPassword') };
  await walk.perform('PATCH /v1/sip-trunks/{id}/gateways/{gateway_id}', { ids: part, body: change });
  await walk.perform('DELETE /v1/sip-trunks/{id}/gateways/{gateway_id}', { ids: part });
  const target = { kind: 'webhook', webhook_url: `https://198.41.0.4/${walk.mark('RouteUrl')}` };
  const { profile } = (await walk.perform('POST /v1/routing-profiles', { body: { name: 'Walk' } })) as { profile: Row };
  const its = { id: profile['id'] };
  await walk.perform('PATCH /v1/routing-profiles/{id}', { ids: its, body: { ring_timeout_s: 30 } });
  const first = await walk.perform('POST /v1/routing-profiles/{id}/targets', {
    ids: its,
    body: { kind: 'sip_trunk', sip_trunk_id: trunk['id'] },
  });
  const target_id = (first['target'] as Row | undefined)?.['id'] ?? first['id'];
  const of = { ...its, target_id };
  await walk.perform('PATCH /v1/routing-profiles/{id}/targets/{target_id}', { ids: of, body: { enabled: false } });
  await walk.perform('DELETE /v1/routing-profiles/{id}/targets/{target_id}', { ids: of });
  await walk.perform('PUT /v1/routing-profiles/{id}/targets', { ids: its, body: { targets: [target] } });
  await walk.perform('POST /v1/routing-profiles/{id}/duplicate', { ids: its, body: { name: 'Walk 2' } });
  await walk.perform('DELETE /v1/routing-profiles/{id}', { ids: its });
  await walk.perform('DELETE /v1/sip-trunks/{id}', { ids });
  const user = await walk.perform('POST /v1/webrtc-users', { body: { name: 'Reception' } });
  await walk.perform('PATCH /v1/webrtc-users/{id}', { ids: { id: user['id'] }, body: { status: 'disabled' } });
  await walk.perform('DELETE /v1/webrtc-users/{id}', { ids: { id: user['id'] } });
  await walk.perform('POST /v1/call-webhooks/rotate-secret', { body: {} });
}

/** Alarms, exports and webhooks. */
export async function tools(walk: Walk): Promise<void> {
  const alarm = { name: 'Office', metric: 'asr_pct', window_s: 900, comparison: 'below', threshold: 40 };
  const { id } = await walk.perform('POST /v1/alarms', { body: alarm });
  await walk.perform('PATCH /v1/alarms/{id}', { ids: { id }, body: { threshold: 50 } });
  await walk.perform('DELETE /v1/alarms/{id}', { ids: { id } });
  const callback = `https://198.41.0.4/${walk.mark('Callback')}`;
  await walk.perform('POST /v1/exports', { body: { kind: 'numbers', format: 'csv', callback_url: callback } });
  await walk.perform('POST /v1/cdrs/exports', { body: { format: 'csv' } });
  const hook = { url: `https://198.41.0.4/${walk.mark('Hook')}`, event_types: ['call.completed'] };
  const made = await walk.perform('POST /v1/webhooks', { body: hook });
  await walk.perform('PATCH /v1/webhooks/{id}', { ids: { id: made['id'] }, body: { description: 'CRM' } });
  await walk.perform('POST /v1/webhooks/{id}/rotate-secret', { ids: { id: made['id'] }, body: {} });
  await walk.perform('DELETE /v1/webhooks/{id}', { ids: { id: made['id'] } });
}
