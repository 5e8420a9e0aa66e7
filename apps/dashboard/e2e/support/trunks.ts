import { expect, type Page } from '@playwright/test';

/** The dashboard's session is accepted from its own origin only. */
const headers = { origin: process.env['ROOT_URL'] ?? '' };

/** Creates a SIP trunk by the API, with more members if they are given, and returns its id. */
export async function createTrunk(
  { request }: Page,
  given: { readonly name?: string; readonly [member: string]: unknown } = {},
) {
  const data = { name: 'Office', gateways: [{ name: 'first', host: '127.0.0.1', port: 5081 }], ...given };
  const response = await request.post('/v1/sip-trunks', { headers, data });
  expect(response.status(), await response.text()).toBe(201);
  return ((await response.json()) as { data: { id: string } }).data.id;
}

/** Routes a number to a trunk by the API. */
export async function routeToTrunk({ request }: Page, e164: string, trunkId: string): Promise<void> {
  const response = await request.patch(`/v1/numbers/${encodeURIComponent(e164)}/routing`, {
    headers,
    data: { trunk_id: trunkId, routing_profile_id: null },
  });
  expect(response.ok(), await response.text()).toBe(true);
}

/** Opens a part of the page of a trunk. */
export async function openPart(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('navigation', { name: 'Parts of the trunk' }).getByRole('link', { name });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-current', 'page');
}

/** Adds a gateway to a trunk by the API. */
export async function addGateway({ request }: Page, trunkId: string): Promise<void> {
  const data = { name: 'first', host: '127.0.0.1', port: 5081 };
  const response = await request.post(`/v1/sip-trunks/${trunkId}/gateways`, { headers, data });
  expect(response.status(), await response.text()).toBe(201);
}
