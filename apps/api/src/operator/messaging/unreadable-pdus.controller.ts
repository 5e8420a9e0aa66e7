import { Controller, Get } from '@nestjs/common';
import type { Page, SortOrder } from '@trunkline/kernel';
import { InspectPdu, KeptPdus } from '@trunkline/messaging';
import { Endpoint, Id, ListQuery, PageQuery, pageOfQuery, PathId, QueryOrder, Tag, Text, UnixTime } from '../../http';
import { Operator } from '../operator.param';

export class UnreadablePduDto {
  @Id({ description: 'ID of the PDU.', prefix: 'pdu' })
  id: string;

  @Id({ description: 'The carrier that sent it.', prefix: 'mcr' })
  carrierId: string;

  @Text({ description: 'Why the PDU cannot be read.', example: 'The data coding 4 is not supported.' })
  reason: string;

  @UnixTime({ description: 'Time of receipt.' })
  receivedAt: Date;
}

export class UnreadablePduContentDto extends UnreadablePduDto {
  @Text({
    description: 'The octets in hexadecimal, with the header of SMPP.',
    example: '00000010000000150000000000000001',
  })
  octets: string;
}

export class ListUnreadablePdusQuery extends PageQuery {
  @Id({ description: 'Filters by carrier.', prefix: 'mcr', optional: true })
  carrierId?: string;

  @QueryOrder({ description: 'Sort order by `received_at`.' })
  order?: SortOrder;
}

@Tag('Messages')
@Controller('operator/unreadable-pdus')
export class UnreadablePdusController {
  constructor(
    private readonly pdus: KeptPdus,
    private readonly inspecting: InspectPdu,
  ) {}

  @Get()
  @Endpoint({
    id: 'unreadablePdus.list',
    summary: 'List unreadable PDUs',
    description:
      'Returns PDUs of SMPP carriers whose text or structure is not supported, newest first. Each was answered with an error, and is ' +
      'kept for 30 days.',
    access: 'operator',
    page: UnreadablePduDto,
  })
  list(@ListQuery() query: ListUnreadablePdusQuery): Promise<Page<UnreadablePduDto>> {
    return this.pdus.list({ carrierId: query.carrierId ?? null }, pageOfQuery(query, 'received_at'));
  }

  @Get(':id')
  @Endpoint({
    id: 'unreadablePdus.get',
    summary: 'Read an unreadable PDU',
    description:
      'Returns the PDU with its octets, which may contain a message to a customer. Audited as `unreadable_pdu.read`.',
    access: 'operator',
    answer: UnreadablePduContentDto,
  })
  get(@Operator() operator: string, @PathId() id: string): Promise<UnreadablePduContentDto> {
    return this.inspecting.inspect({ operator, id });
  }
}
