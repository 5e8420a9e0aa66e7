import { buyNumber, signUp } from './support/account';
import { announcePrices } from './support/internal';
import { expect, expectAccessible, settled, test } from './support/test';

test('announces the new price of a number on its page, in the list and on the home page', async ({ page }) => {
  await signUp(page);
  const e164 = await buyNumber(page);
  const account = await page.request.get('/v1/accounts/me');
  const { data } = (await account.json()) as { data: { id: string } };
  const counted = page.waitForResponse(/\/v1\/numbers\/count\?/);
  await page.goto('/dashboard/');
  await (await counted).finished();
  await expect(page.getByText('Your first call, step by step')).toBeVisible();
  await settled(page);
  await expect(page.getByText(/changes its price/)).toBeHidden();

  const { rule, effectiveAt } = await announcePrices(data.id, 250);
  const path = `/v1/numbers/${encodeURIComponent(e164)}`;
  await expect
    .poll(async () => ((await (await page.request.get(path)).json()) as { data: object }).data, { timeout: 60_000 })
    .toMatchObject({ price_changes_at: effectiveAt, next_monthly_price_cents: expect.any(Number) });
  const number = (await (await page.request.get(path)).json()) as {
    data: { monthly_price_cents: number; next_monthly_price_cents: number };
  };
  expect(number.data.next_monthly_price_cents).toBe(number.data.monthly_price_cents + 250);

  await page.reload();
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expect(attention).toContainText('changes its price');
  await expectAccessible(page, 'home-price-change');
  await attention.getByRole('link', { name: 'See its price' }).click();
  const money = (cents: number) => `$${(cents / 100).toFixed(2)}`;
  const notice = page.getByRole('note');
  await expect(notice).toContainText(
    `a month costs ${money(number.data.next_monthly_price_cents)} instead of ${money(number.data.monthly_price_cents)}.`,
  );
  await expect(notice).toContainText(/^From \w+ \d+, \d{4},/);
  await expectAccessible(page, 'number-price-change');
  await rule.remove();
});
