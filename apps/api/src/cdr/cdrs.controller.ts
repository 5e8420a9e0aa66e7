import { Controller, Get, Query } from '@nestjs/common';
import { Cdrs } from '@trunkline/cdr';
import type { Principal } from '@trunkline/kernel';
import { Cursors, Endpoint, type PageAnswer, pageOfDto, PathId, Who, Tag } from '../http';
import { filtersOf, ListCdrsQuery } from './cdr-filters';
import { CdrDetailDto, CdrDto, toCdrDetailDto, toCdrDto } from './cdrs.dto';

@Tag('Call records')
@Controller('v1/cdrs')
export class CdrsController {
  constructor(
    private readonly cdrs: Cdrs,
    private readonly cursors: Cursors,
  ) {}

  @Get()
  @Endpoint({
    id: 'cdrs.list',
    summary: 'List call records',
    description:
      'A record is created with its charge after the call has ended, and never changes. To poll, use `created_from` with ' +
      '`sort=created_at` and `order=asc`: within an account, records appear in the order of `created_at`.',
    access: 'cdrs:read',
    answer: pageOfDto(CdrDto),
  })
  list(@Who() { accountId }: Principal, @Query() query: ListCdrsQuery): Promise<PageAnswer<CdrDto>> {
    return this.cursors.page(
      { query, scope: accountId, sort: query.sort ?? 'started_at' },
      (page) => this.cdrs.list(accountId, filtersOf(query), page),
      toCdrDto,
    );
  }

  @Get(':id')
  @Endpoint({ id: 'cdrs.get', summary: 'Read a call record', access: 'cdrs:read', answer: CdrDetailDto })
  async get(@Who() { accountId }: Principal, @PathId() id: string): Promise<CdrDetailDto> {
    return toCdrDetailDto(await this.cdrs.get(accountId, id));
  }
}
