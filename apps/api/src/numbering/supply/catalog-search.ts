import type { Page, PageRequest } from '@trunkline/kernel';
import type { CatalogPage, lists, OfferFilters, SearchCatalog } from '@trunkline/numbering';

type CatalogRow = CatalogPage['items'][number];
type SearchSort = (typeof lists.SEARCH_SORTS)[number];

/** Runs a search as a page read, for `Cursors`, and keeps the parts of the result that are not rows. */
export function searchOf(searchCatalog: SearchCatalog, accountId: string, filters: OfferFilters) {
  let found: CatalogPage | undefined;
  return {
    page: async ({ sort, limit, after }: PageRequest<SearchSort>): Promise<Page<CatalogRow>> => {
      found = await searchCatalog.search({ accountId, filters, sort, limit, after });
      return found;
    },
    get found(): CatalogPage {
      if (!found) throw new Error('The search has not run yet.');
      return found;
    },
  };
}
