import { Controller, Get, Query } from '@nestjs/common';
import type { Principal } from '@trunkline/kernel';
import { Catalog, SearchCatalog } from '@trunkline/numbering';
import { Cursors, Endpoint, type PageAnswer, pageOfDto, PathCountry, Who, Tag } from '../../http';
import { CatalogSearchDto, filtersOf, SearchCatalogQuery, toCatalogResultDto, toCatalogSearchDto } from './catalog.dto';
import {
  AreaDto,
  CountriesDto,
  ListAreasQuery,
  RequirementsDto,
  RequirementsQuery,
  toAreaDto,
  toCountriesDto,
  toRequirementsDto,
} from './coverage.dto';
import { searchOf } from './catalog-search';

@Tag('Catalog')
@Controller('v1/catalog')
export class CatalogController {
  constructor(
    private readonly searchCatalog: SearchCatalog,
    private readonly catalog: Catalog,
    private readonly cursors: Cursors,
  ) {}

  @Get('search')
  @Endpoint({
    id: 'catalog.search',
    summary: 'Search for numbers',
    description:
      'Asks every supplier at once and merges what they have: live rows name their number, catalog rows sell any number ' +
      'of an area. A supplier that is away costs a warning, not the page. Filters by digits find live rows only. In the ' +
      'sandbox `ends_with=9001` to `9006` finds numbers whose order runs into a fault. Results are ranked, so the ' +
      'search takes no `order` parameter: sending one is 422, as for any unknown parameter.',
    access: 'numbers:read',
    answer: CatalogSearchDto,
    fails: ['country_not_supported', 'supplier_unavailable'],
    limit: 'catalog_search',
  })
  async search(@Who() { accountId }: Principal, @Query() query: SearchCatalogQuery): Promise<CatalogSearchDto> {
    const search = searchOf(this.searchCatalog, accountId, filtersOf(query));
    const page = await this.cursors.page(
      { query, accountId, sort: query.sort ?? 'relevance', order: 'asc' },
      (request) => search.page(request),
      toCatalogResultDto,
    );
    return toCatalogSearchDto(search.found, page);
  }

  @Get('countries')
  @Endpoint({
    id: 'catalog.countries.list',
    summary: 'List countries',
    description: 'Where numbers are sold, and which kinds.',
    access: 'numbers:read',
    answer: CountriesDto,
    fails: ['supplier_unavailable'],
  })
  async countries(): Promise<CountriesDto> {
    return toCountriesDto(await this.catalog.countries());
  }

  @Get('countries/:country/areas')
  @Endpoint({
    id: 'catalog.areas.list',
    summary: 'List areas of a country',
    description:
      'By area code, then city. 404 for a country where no numbers are sold, 422 for a code that is no country.',
    access: 'numbers:read',
    answer: pageOfDto(AreaDto),
    fails: ['not_found', 'supplier_unavailable'],
  })
  areas(
    @Who() { accountId }: Principal,
    @PathCountry() country: string,
    @Query() query: ListAreasQuery,
  ): Promise<PageAnswer<AreaDto>> {
    const filters = { numberType: query.number_type ?? null, q: query.q ?? null };
    return this.cursors.page(
      { query, accountId, sort: `area_code/${country}`, order: 'asc' },
      (page) => this.catalog.areas(country, filters, page),
      toAreaDto,
    );
  }

  @Get('requirements')
  @Endpoint({
    id: 'catalog.requirements.get',
    summary: 'What numbers of a country demand',
    description: 'The data and papers that a regulator wants before such a number works.',
    access: 'numbers:read',
    answer: RequirementsDto,
    fails: ['country_not_supported', 'supplier_unavailable'],
  })
  async requirements(@Query() query: RequirementsQuery): Promise<RequirementsDto> {
    const { country, number_type: numberType, end_user_kind: kind } = query;
    return toRequirementsDto(await this.catalog.requirements(country, numberType, kind ?? null));
  }
}
