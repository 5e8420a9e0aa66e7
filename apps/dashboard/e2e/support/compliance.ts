import { expect, type Page } from '@playwright/test';
import { aPdf } from './files';

const HEADERS = { origin: process.env['ROOT_URL'] ?? '' };

async function send(page: Page, method: string, path: string, data: object = {}): Promise<{ readonly id: string }> {
  const response = await page.request.fetch(`/v1/compliance/${path}`, { method, headers: HEADERS, data });
  expect(response.ok(), await response.text()).toBe(true);
  return ((await response.json()) as { data: { id: string } }).data;
}

/** Creates a person in Berlin by the API, which is quicker. */
export const createPerson = async (page: Page): Promise<string> =>
  (
    await send(page, 'POST', 'end-users', {
      kind: 'person',
      first_name: 'Ada',
      last_name: 'Lovelace',
      phone_e164: '+4930901820',
      address_line1: 'Unter den Linden 1',
      postal_code: '10117',
      city: 'Berlin',
      country: 'DE',
    })
  ).id;

/** Uploads a document by the API, and returns its id. The name of the file is that of the type. */
export async function createDocument(page: Page, doc_type: string, fields: object = {}): Promise<string> {
  const content_base64 = (await aPdf('scan.pdf')).buffer.toString('base64');
  const file = { doc_type, filename: `${doc_type}.pdf`, content_base64, ...fields };
  return (await send(page, 'POST', 'documents', file)).id;
}

/** Attaches what Germany requires of a person to a bundle, by the API. Returns the id of the passport. */
export async function attachAll(page: Page, bundleId: string, end_user_id: string): Promise<string> {
  const issued_at = new Date().toISOString().slice(0, 10);
  const ids: string[] = [];
  for (const type of ['passport', 'other', 'utility_bill']) {
    const document_id = await createDocument(page, type, { end_user_id, issued_at });
    await send(page, 'POST', `bundles/${bundleId}/documents`, { document_id });
    ids.push(document_id);
  }
  return ids[0] ?? '';
}

/** Creates a draft for geographic numbers of Germany by the API, and returns its id. */
export const createDraft = async (page: Page, name: string, end_user_id: string): Promise<string> =>
  (await send(page, 'POST', 'bundles', { name, end_user_id, country: 'DE', number_type: 'geographic' })).id;

/** Submits a bundle that the sandbox decides by its name, by the API. */
export async function submitBundle(page: Page, name: string) {
  const endUserId = await createPerson(page);
  const id = await createDraft(page, name, endUserId);
  const passportId = await attachAll(page, id, endUserId);
  await send(page, 'POST', `bundles/${id}/submit`);
  return { id, endUserId, passportId };
}

/** Changes a bundle or an end user as another user would, while the page is open. */
export const changeMeanwhile = async (page: Page, path: string, change: object): Promise<void> => {
  await send(page, 'PATCH', path, change);
};

/** Fills in the form of a person in Berlin. */
export async function fillPerson(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Kind', { exact: true }).selectOption('person');
  await dialog.getByLabel('First name').fill('Ada');
  await dialog.getByLabel('Last name').fill('Lovelace');
  await dialog.getByLabel('Street and number').fill('Unter den Linden 1');
  await dialog.getByLabel('Postal code').fill('10117');
  await dialog.getByLabel('City').fill('Berlin');
  await dialog.getByLabel('Country', { exact: true }).selectOption({ label: 'Germany' });
}
