import type { Page } from '@playwright/test';

/** Opens a page by the navigation: first the group of pages, then one of them. */
export async function openPage(page: Page, group: string, entry: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: group, exact: true }).click();
  await navigation.getByRole('link', { name: entry, exact: true }).click();
}
