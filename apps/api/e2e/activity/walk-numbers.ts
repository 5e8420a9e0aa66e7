import { bySession } from '../support';
import { senderOf } from '../support/sender';
import { coverGermany, Porting } from '../support/numbering/porting';
import { dataOf, itemsOf, type Row, Shopping } from '../support/numbering/shopping';
import type { Walk } from './walk';
import { aBundle } from './walk-records';

/** Receives messages, and has no number of the sandbox. */
const SUBSCRIBER = '+13105550177';

/** Numbers, orders, checkout and opt-outs. */
export async function numbers(walk: Walk): Promise<void> {
  const shopping = new Shopping(walk.api, walk.customer);
  const order = { country: 'US', type: 'geographic', area: '212', customer_reference: 'walk' };
  const { number } = (await walk.perform('POST /v1/numbers', { body: order })) as { number: Row };
  const e164 = String(number['e164']);
  const trunk_id = await shopping.trunk();
  await walk.perform('PATCH /v1/numbers/{e164}', {
    ids: { e164 },
    body: {
      label: 'Front desk',
      tags: ['walk'],
      notes: walk.mark('NumberNotes'),
      sms_webhook_url: `https://198.41.0.4/${walk.mark('SmsUrl')}`,
    },
  });
  await walk.perform('PATCH /v1/numbers/{e164}/routing', { ids: { e164 }, body: { trunk_id } });
  await walk.perform('POST /v1/numbers/routing', { body: { e164s: [e164], trunk_id: null } });
  await walk.perform('POST /v1/numbers/{e164}/port-out-pin', { ids: { e164 }, body: {} });
  await walk.perform('POST /v1/numbers/{e164}/release', { ids: { e164 }, body: {} });
  await walk.perform('DELETE /v1/numbers/{e164}/release', { ids: { e164 } });
  await walk.db.query(
    `UPDATE numbering.phone_numbers SET status = 'suspended', suspended_for = '{non_payment}',
       failed_billing_attempts = 7, last_billing_failure_code = 'insufficient_balance',
       next_billing_at = now() - interval '7 days', billing_anchor_at = now() - interval '7 days' - interval '1 month',
       release_scheduled_at = now() + interval '30 days' WHERE id = $1`,
    [number['id']],
  );
  await walk.perform('POST /v1/numbers/{e164}/reactivate', { ids: { e164 } });
  const item = { select_token: await shopping.token() };
  await walk.api.post('/v1/cart/items', item, bySession(walk.customer));
  await walk.perform('POST /v1/cart/checkout', { body: {} });
  const waiting = await shopping.order({ country: 'GB', type: 'mobile' });
  const { id } = dataOf(waiting)['order'] as Row;
  const waitingE164 = String((dataOf(waiting)['number'] as Row)['e164']);
  const bundleId = await aBundle(walk, { country: 'GB', number_type: 'mobile' });
  await walk.db.query(`UPDATE compliance.bundles SET status = 'submitted' WHERE id = $1`, [bundleId]);
  await walk.perform('PATCH /v1/numbers/{e164}/compliance', {
    ids: { e164: waitingE164 },
    body: { compliance_bundle_id: bundleId },
  });
  await walk.perform('POST /v1/number-orders/{id}/cancel', { ids: { id } });
  await senderOf(walk.api, walk.customer, number).receive('STOP', walk.keep(SUBSCRIBER));
  const [optOut] = itemsOf(await walk.api.get('/v1/sms/opt-outs', walk.customer));
  await walk.perform('DELETE /v1/sms/opt-outs/{id}', {
    ids: { id: optOut?.['id'] },
    body: { reason: walk.mark('Reason') },
  });
  await jobs(walk, e164);
}

/** Jobs of numbers. */
async function jobs(walk: Walk, e164: string): Promise<void> {
  const body = { select: { e164s: [e164] }, change: { label: 'Reception', add_tags: ['job'] } };
  const { id } = await walk.perform('POST /v1/numbers/jobs', { body });
  await walk.perform('POST /v1/numbers/jobs/{id}/cancel', { ids: { id } });
  const file = `e164,label,notes\n${e164},Imported,${walk.mark('ImportedNotes')}\n`;
  await walk.perform('POST /v1/numbers/import', { body: file });
}

/** Porting requests. */
export async function ports(walk: Walk): Promise<void> {
  await coverGermany(walk.api);
  const porting = new Porting(walk.api, walk.customer);
  const [e164 = ''] = Porting.fresh();
  const details = {
    losing_carrier: 'Old Telecom',
    account_number: walk.mark('AccountNumber'),
    pin: walk.keep(walk.mark('Pin').slice(0, 10)),
    authorized_person: walk.mark('Person'),
    authorized_email: walk.keep(`${walk.mark('PortEmail').toLowerCase()}@example.com`),
    e164s: [e164],
  };
  const { id } = await walk.perform('POST /v1/porting/requests', { body: details });
  await walk.perform('PATCH /v1/porting/requests/{id}', {
    ids: { id },
    body: { authorized_person: walk.mark('Other') },
  });
  const document_id = await porting.documentId();
  for (const purpose of ['loa', 'invoice'])
    await walk.perform('POST /v1/porting/requests/{id}/documents', { ids: { id }, body: { document_id, purpose } });
  await walk.perform('POST /v1/porting/requests/{id}/submit', { ids: { id } });
  await walk.perform('POST /v1/porting/requests/{id}/comments', { ids: { id }, body: { body: walk.mark('Comment') } });
  await walk.perform('POST /v1/porting/requests/{id}/cancel', { ids: { id } });
  const draft = await porting.draft();
  await porting.post(draft, 'documents', { document_id, purpose: 'loa' });
  const part = { id: draft, document_id };
  await walk.perform('DELETE /v1/porting/requests/{id}/documents/{document_id}', { ids: part });
  await walk.perform('DELETE /v1/porting/requests/{id}', { ids: { id: draft } });
  const body = `phone_number,external_pin\n${Porting.fresh()[0] ?? ''},${walk.keep(walk.mark('CsvPin').slice(0, 10))}`;
  await walk.perform('POST /v1/porting/requests/import', { body });
}
