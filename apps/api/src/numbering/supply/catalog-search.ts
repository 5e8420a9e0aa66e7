import type { Page, PageRequest } from '@trunkline/kernel';
import type { CatalogPage, CatalogRow, OfferFilters, SearchCatalog, SearchSort } from '@trunkline/numbering';

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
