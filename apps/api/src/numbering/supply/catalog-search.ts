import type { Page, PageRequest } from '@trunkline/kernel';
import type { CatalogPage, OfferFilters, SEARCH_SORTS, SearchCatalog } from '@trunkline/numbering';

type CatalogRow = CatalogPage['items'][number];
type SearchSort = (typeof SEARCH_SORTS)[number];

/** A search whose rows go through the cursors of the edge while the rest of the answer waits beside them. */
export function searchOf(searchCatalog: SearchCatalog, accountId: string, filters: OfferFilters) {
  let found: CatalogPage | undefined;
  return {
    page: async ({ sort, limit, after }: PageRequest<SearchSort>): Promise<Page<CatalogRow>> => {
      found = await searchCatalog.execute({ accountId, filters, sort, limit, after });
      return found;
    },
    get found(): CatalogPage {
      if (!found) throw new Error('The search has not been made.');
      return found;
    },
  };
}
