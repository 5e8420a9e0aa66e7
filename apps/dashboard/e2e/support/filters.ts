import { expect, type Page } from '@playwright/test';

/** Opens the chip of a filter, sets its only field, and closes the chip. */
async function setFilter(page: Page, name: string, set: (filters: Field) => Promise<unknown>): Promise<void> {
  const filters = page.getByRole('group', { name: 'Filters' });
  const field = filters.getByLabel(name, { exact: true });
  await filters.getByRole('button', { name: new RegExp(`^${name}\\b`) }).click();
  await set(field);
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
}

type Field = ReturnType<Page['getByLabel']>;

/** Chooses one of the values of a filter of a list. */
export const chooseFilter = async (page: Page, name: string, label: string): Promise<void> =>
  setFilter(page, name, async (field) => field.selectOption({ label }));

/** Types the text of a filter of a list. */
export const typeFilter = async (page: Page, name: string, text: string): Promise<void> =>
  setFilter(page, name, async (field) => field.fill(text));
