import { Controller, Get, Query } from '@nestjs/common';
import { Cdrs } from '@trunkline/cdr';
import type { Page, Principal } from '@trunkline/kernel';
import {
  filtersIn,
  ListQuery,
  Endpoint,
  EventStream,
  LAST_EVENT_ID,
  LastEventId,
  pageOfQuery,
  PathId,
  STREAM_HINT,
  Who,
  Tag,
} from '../../http';
import { CdrFiltersQuery, filtersOf, ListCdrsQuery } from './cdr-filters';
import { CdrStream } from './cdr-stream';
import { CdrSummaryDto, CdrSummaryQuery } from './cdr-summary.dto';
import { CdrDetailDto, CdrDto, toCdrDetailDto } from './cdrs.dto';

/** The edge seals the cursor of the next page. */
type SummaryPage = Omit<CdrSummaryDto, 'nextCursor'> & Page<CdrSummaryDto['items'][number]>;

@Tag('Call records')
@Controller('v1/cdrs')
export class CdrsController {
  constructor(
    private readonly cdrs: Cdrs,
    private readonly stream: CdrStream,
  ) {}

  @Get()
  @Endpoint({
    id: 'cdrs.list',
    summary: 'List call records',
    description:
      'A record is created with its charge after the call has ended. It changes only when an unanswered call is reported ' +
      'as answered later, with a new `created_at`. To poll, use `created_from` with ' +
      '`sort=created_at` and `order=asc`: within an account, records appear in the order of `created_at`.',
    access: 'cdrs:read',
    page: CdrDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListCdrsQuery): Promise<Page<CdrDto>> {
    return this.cdrs.list(accountId, filtersOf(filtersIn(query)), pageOfQuery(query, query.sort ?? 'started_at'));
  }

  @Get('summary')
  @Endpoint({
    id: 'cdrs.summary.get',
    isReport: true,
    summary: 'Summarize call records',
    description:
      'Sums up the call records that `GET /v1/cdrs` returns with the same filters, by one or two groups, such as ' +
      '`group_by=day,country`. Groups without calls are left out. Hours, days and months are those of the time zone in which the calls ' +
      'started, so a day on which the clock changes has 23 or 25 hours.',
    access: 'cdrs:read',
    answer: CdrSummaryDto,
  })
  summarize(@Who() { accountId }: Principal, @ListQuery() query: CdrSummaryQuery): Promise<SummaryPage> {
    const { groupBy: groups = ['day'], timezone = 'UTC', ...filters } = filtersIn(query);
    const page = pageOfQuery(query, 'key', query.order ?? 'asc');
    return this.cdrs.summarize(accountId, { filters: filtersOf(filters), groups, timezone, page });
  }

  @Get('stream')
  @Endpoint({
    id: 'cdrs.stream',
    summary: 'Stream call records',
    description:
      'Sends each call record that matches the filters as soon as it is created, as a server-sent event of type ' +
      `\`call.completed\`. ${STREAM_HINT}`,
    access: 'cdrs:read',
    stream: CdrDto,
    reads: LAST_EVENT_ID,
  })
  async watch(
    @Who() { accountId }: Principal,
    @LastEventId() lastEventId: string | null,
    @Query() query: CdrFiltersQuery,
  ): Promise<EventStream> {
    return this.stream.open(accountId, filtersOf(query), lastEventId);
  }

  @Get(':id')
  @Endpoint({
    id: 'cdrs.get',
    summary: 'Read a call record',
    description:
      'Returns one call with its price and its attempts. The parties are shown as `settings.cdr_redaction` of the account allows.',
    access: 'cdrs:read',
    answer: CdrDetailDto,
  })
  async get(@Who() { accountId }: Principal, @PathId() id: string): Promise<CdrDetailDto> {
    return toCdrDetailDto(await this.cdrs.get(accountId, id));
  }
}
