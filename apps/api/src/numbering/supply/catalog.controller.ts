import { Controller, Get, Query } from '@nestjs/common';
import type { Page, Principal, PageRequest } from '@trunkline/kernel';
import { Catalog, SearchCatalog, type CatalogPage, type lists, type OfferFilters } from '@trunkline/numbering';
import { ListQuery, mapPage, Endpoint, pageOfQuery, PathCountry, Who, Tag } from '../../http';
import { CatalogSearchDto, filtersOf, SearchCatalogQuery, toCatalogResultDto, toCatalogSearchDto } from './catalog.dto';
import {
  AreaDto,
  CountriesDto,
  ListAreasQuery,
  RequirementsDto,
  RequirementsQuery,
  toAreaDto,
  toRequirementsDto,
} from './coverage.dto';

type CatalogRow = CatalogPage['items'][number];
type SearchSort = (typeof lists.SEARCH_SORTS)[number];

/** Runs a search as a page read, for `Cursors`, and keeps the parts of the result that are not rows. */
function searchOf(searchCatalog: SearchCatalog, accountId: string, filters: OfferFilters) {
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

@Tag('Catalog')
@Controller('v1/catalog')
export class CatalogController {
  constructor(
    private readonly searchCatalog: SearchCatalog,
    private readonly catalog: Catalog,
  ) {}

  @Get('search')
  @Endpoint({
    id: 'catalog.search',
    summary: 'Search for numbers',
    description:
      'Searches all suppliers in parallel. Live results are specific numbers; catalog results stand for any number of an ' +
      'area. If a supplier is unavailable, `warnings` says so. Filters by digits return live results only. In the ' +
      'sandbox, `ends_with=9001` to `9006` returns numbers whose orders fail in different ways. Results are ranked: there ' +
      'is no `order` parameter.',
    access: 'numbers:read',
    answer: CatalogSearchDto,
    fails: ['country_not_supported', 'supplier_unavailable'],
    limit: 'catalog_search',
  })
  async search(@Who() { accountId }: Principal, @ListQuery() query: SearchCatalogQuery) {
    const search = searchOf(this.searchCatalog, accountId, filtersOf(query));
    const page = search.page(pageOfQuery(query, query.sort ?? 'relevance', 'asc'));
    const results = await mapPage(page, toCatalogResultDto);
    return toCatalogSearchDto(search.found, results);
  }

  @Get('countries')
  @Endpoint({
    id: 'catalog.countries.list',
    summary: 'List countries',
    description: 'Lists the countries in which numbers are sold, with their number types.',
    access: 'numbers:read',
    answer: CountriesDto,
    fails: ['supplier_unavailable'],
  })
  async countries(@Who() { accountId }: Principal): Promise<CountriesDto> {
    return { items: await this.catalog.countries(accountId) };
  }

  @Get('countries/:country/areas')
  @Endpoint({
    id: 'catalog.areas.list',
    summary: 'List areas of a country',
    description:
      'Sorted by area code, then city. Returns 404 for a country in which no numbers are sold, and 422 for an invalid country code.',
    access: 'numbers:read',
    page: AreaDto,
    fails: ['supplier_unavailable'],
  })
  areas(
    @Who() { accountId }: Principal,
    @PathCountry() country: string,
    @ListQuery() query: ListAreasQuery,
  ): Promise<Page<AreaDto>> {
    const filters = { numberType: query.numberType ?? null, q: query.q ?? null };
    const page = pageOfQuery(query, 'area_code', 'asc');
    return mapPage(this.catalog.areas(accountId, country, filters, page), toAreaDto);
  }

  @Get('requirements')
  @Endpoint({
    id: 'catalog.requirements.get',
    summary: 'Look up regulatory requirements',
    description:
      'Returns the data and documents that a compliance bundle for these numbers must contain: what ' +
      '`POST /v1/compliance/bundles/{id}/validate` checks. Where the requirements are unknown, it is one document, and the ' +
      'reviewer may request more.',
    access: 'numbers:read',
    answer: RequirementsDto,
    fails: ['country_not_supported', 'supplier_unavailable'],
  })
  async requirements(@Query() { country, numberType, endUserKind }: RequirementsQuery): Promise<RequirementsDto> {
    return toRequirementsDto(await this.catalog.requirements(country, numberType, endUserKind ?? null));
  }
}
