import type { Keyset, Page } from '@trunkline/kernel';

/** Reads a list to its end, page by page. */
export async function everyPage<Item>(list: (after: Keyset | null) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  let after: Keyset | null = null;
  do {
    const page: Page<Item> = await list(after);
    items.push(...page.items);
    after = page.next;
  } while (after);
  return items;
}
