import type { Page } from '@playwright/test';

/** The answer of the API that refuses a call, for a route of the page. */
export const refusal = (status: number, code: string) => ({
  status,
  json: { ok: false, error: { code, message: 'The test refuses the call.' } },
});

/** Takes permissions from the user of the page, as another role would. */
export async function withoutPermissions(page: Page, isTaken: (permission: string) => boolean): Promise<void> {
  await page.route('**/v1/accounts/me', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { permissions: string[] } };
    body.data.permissions = body.data.permissions.filter((each) => !isTaken(each));
    await route.fulfill({ response, json: body });
  });
}
