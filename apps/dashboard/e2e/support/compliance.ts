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

/** Attaches what Germany requires of a person to a bundle, by the API. */
export async function attachAll(page: Page, bundleId: string, endUserId: string): Promise<void> {
  const content_base64 = (await aPdf('scan.pdf')).buffer.toString('base64');
  const issued_at = new Date().toISOString().slice(0, 10);
  for (const doc_type of ['passport', 'other', 'utility_bill']) {
    const file = { doc_type, end_user_id: endUserId, filename: `${doc_type}.pdf`, issued_at, content_base64 };
    const { id } = await send(page, 'POST', 'documents', file);
    await send(page, 'POST', `bundles/${bundleId}/documents`, { document_id: id });
  }
}

/** Submits a bundle for geographic numbers of Germany that the sandbox approves, by the API. */
export async function submitBundle(page: Page, name: string): Promise<void> {
  const end_user_id = await createPerson(page);
  const { id } = await send(page, 'POST', 'bundles', { name, end_user_id, country: 'DE', number_type: 'geographic' });
  await attachAll(page, id, end_user_id);
  await send(page, 'POST', `bundles/${id}/submit`);
}

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
