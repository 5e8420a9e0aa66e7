import type { Page } from '@playwright/test';
import { issueInvoice } from './support/database';
import { signUp } from './support/account';
import { expect, settled, test } from './support/test';

const LINES = 90;
/** Subtotal, tax, total, what the balance has paid, and what is due. */
const SUMS = 5;
/** A4 at 96 pixels per inch, with and without the margins. */
const WHOLE_SHEET = { width: 794, height: 1123 };
const SHEET = { width: 673, height: 986 };

const accountOf = async (page: Page) => {
  const response = await page.request.get('/v1/accounts/me');
  return ((await response.json()) as { data: { id: string } }).data.id;
};

test('prints an invoice as paper: without the frame of the page, in dark on white, no line split between sheets', async ({
  page,
}) => {
  await signUp(page);
  const accountId = await accountOf(page);
  const id = await issueInvoice(accountId, LINES);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`/dashboard/billing/invoices/${id}`);
  const lines = page.getByRole('table', { name: 'Lines' });
  await expect(lines.getByRole('row')).toHaveCount(1 + LINES + SUMS);
  const onScreenOnly = [
    page.getByRole('button', { name: 'Print' }),
    page.getByRole('banner'),
    page.getByRole('navigation').first(),
  ];
  for (const part of onScreenOnly) await expect(part).toBeVisible();
  const lineOf = async (text: string) => (await page.getByText(text, { exact: true }).first().boundingBox())?.y;
  await settled(page);
  expect(await lineOf('Issued')).toBe(await lineOf('From'));

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize(SHEET);
  for (const part of onScreenOnly) await expect(part).toBeHidden();
  await expect(page.getByRole('heading', { name: `Invoice P-${accountId}` })).toBeVisible();
  for (const size of [WHOLE_SHEET, SHEET]) {
    await page.setViewportSize(size);
    const linesOfId = await page.getByTitle(accountId).evaluate((element) => {
      const { fontSize } = getComputedStyle(element);
      return Math.round(element.clientHeight / (1.5 * parseFloat(fontSize)));
    });
    expect([size, linesOfId]).toEqual([size, 1]);
  }
  for (const text of [
    'Bill to',
    'Łódź Telefonia',
    'Period (UTC)',
    'Inbound calls to +1 212 555 0123: 90 calls',
    '$0.0350',
    'the unit price of minutes and calls is an average.',
    'Subtotal',
    'No tax is charged.',
  ])
    await expect(page.getByText(text).first()).toBeVisible();
  const styles = await lines.evaluate((table) => {
    const styleOf = (element: Element) => getComputedStyle(element);
    const scrolls = [table, ...document.querySelectorAll('main, [role=region]')].filter((element) =>
      ['auto', 'scroll', 'hidden'].includes(styleOf(element).overflowY),
    );
    return {
      text: styleOf(table.querySelector('tbody td') ?? table).color,
      page: styleOf(document.body).backgroundColor,
      rows: [...new Set([...table.querySelectorAll('tr')].map((row) => styleOf(row).breakInside))],
      heading: styleOf(table.querySelector('thead') ?? table).display,
      scrolls: scrolls.map(({ tagName, classList }) => `${tagName} ${classList.value}`),
      isWide: document.documentElement.scrollWidth > window.innerWidth,
    };
  });
  expect(styles).toEqual({
    text: 'rgb(0, 0, 0)',
    page: 'rgb(255, 255, 255)',
    rows: ['avoid'],
    heading: 'table-header-group',
    scrolls: [],
    isWide: false,
  });
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  const sheets = pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  expect(sheets).toBeGreaterThanOrEqual(3);
  expect(sheets).toBeLessThanOrEqual(5);
});
