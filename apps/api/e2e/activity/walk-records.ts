import { aPdf } from '../support/files';
import { dataOf, type Row } from '../support/numbering/shopping';
import type { Walk } from './walk';

const document = async (walk: Walk): Promise<Row> => ({
  doc_type: 'other',
  notes: walk.mark('DocumentNotes'),
  content_base64: (await aPdf()).toString('base64'),
});

/** An end user. */
export const person = (walk: Walk): Row => ({
  kind: 'person',
  first_name: walk.mark('FirstName'),
  last_name: walk.mark('LastName'),
  date_of_birth: walk.keep('1985-12-10'),
  email: walk.keep(`${walk.mark('Email').toLowerCase()}@example.com`),
  phone_e164: walk.keep('+4930901820'),
  address_line1: walk.mark('Address'),
  city: walk.mark('City'),
  postal_code: '10115',
  country: 'DE',
  id_doc_number: walk.mark('Passport'),
  notes: walk.mark('Notes'),
});

/** Returns the ID of a draft. */
export async function aBundle(walk: Walk, given: Row = {}): Promise<string> {
  const { id } = dataOf(await walk.api.post('/v1/compliance/end-users', person(walk), walk.customer));
  const body = { name: walk.mark('Bundle'), end_user_id: id, country: 'DE', number_type: 'geographic', ...given };
  return String(dataOf(await walk.api.post('/v1/compliance/bundles', body, walk.customer))['id']);
}

/** End users, documents and bundles. */
export async function records(walk: Walk): Promise<void> {
  const { id } = await walk.perform('POST /v1/compliance/end-users', { body: person(walk) });
  await walk.perform('PATCH /v1/compliance/end-users/{id}', { ids: { id }, body: { notes: walk.mark('NewNotes') } });
  const file = await walk.perform('POST /v1/compliance/documents', {
    body: { ...(await document(walk)), end_user_id: id },
  });
  await walk.perform('PATCH /v1/compliance/documents/{id}', {
    ids: { id: file['id'] },
    body: { doc_type: 'passport' },
  });
  const bundle = { name: walk.mark('BundleName'), end_user_id: id, country: 'DE', number_type: 'geographic' };
  const made = await walk.perform('POST /v1/compliance/bundles', { body: bundle });
  await walk.perform('PATCH /v1/compliance/bundles/{id}', {
    ids: { id: made['id'] },
    body: { name: walk.mark('Renamed') },
  });
  const part = { id: made['id'], document_id: file['id'] };
  await walk.perform('POST /v1/compliance/bundles/{id}/documents', {
    ids: { id: made['id'] },
    body: { document_id: file['id'] },
  });
  const copy = await walk.perform('POST /v1/compliance/bundles/{id}/copy', {
    ids: { id: made['id'] },
    body: { name: walk.mark('Copy') },
  });
  await walk.perform('DELETE /v1/compliance/bundles/{id}/documents/{document_id}', { ids: part });
  const today = new Date().toISOString().slice(0, 10);
  for (const docType of ['passport', 'utility_bill', 'other']) {
    const body = { ...(await document(walk)), doc_type: docType, issued_at: today };
    const { id: documentId } = dataOf(await walk.api.post('/v1/compliance/documents', body, walk.customer));
    await walk.api.post(
      `/v1/compliance/bundles/${String(made['id'])}/documents`,
      { document_id: documentId },
      walk.customer,
    );
  }
  await walk.perform('POST /v1/compliance/bundles/{id}/submit', { ids: { id: made['id'] } });
  await walk.perform('POST /v1/compliance/bundles/{id}/withdraw', { ids: { id: made['id'] } });
  for (const each of [copy, made])
    await walk.perform('DELETE /v1/compliance/bundles/{id}', { ids: { id: each['id'] } });
  await walk.perform('DELETE /v1/compliance/documents/{id}', { ids: { id: file['id'] } });
  await walk.perform('POST /v1/compliance/end-users/{id}/erase', { ids: { id }, body: {} });
  const other = dataOf(await walk.api.post('/v1/compliance/end-users', person(walk), walk.customer));
  await walk.perform('DELETE /v1/compliance/end-users/{id}', { ids: { id: other['id'] } });
}
