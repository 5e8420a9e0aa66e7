import { Controller, Get } from '@nestjs/common';
import type { Page, SortOrder } from '@trunkline/kernel';
import { ConnectionFaults } from '@trunkline/numbering';
import {
  E164,
  Endpoint,
  given,
  Id,
  Integer,
  ListQuery,
  PageQuery,
  pageOfQuery,
  QueryOneOf,
  QueryOrder,
  Tag,
  Text,
  UnixTime,
} from '../../http';

const ERROR_MAX = 500;

export class ListNumberConnectionsQuery extends PageQuery {
  @QueryOneOf({
    description: '`open`: the calls do not arrive. `reconnected`: they do again.',
    default: 'open',
    values: ['open', 'reconnected', 'all'],
  })
  status?: 'open' | 'reconnected' | 'all';

  @Text({ description: 'Filters by supplier.', example: 'didww', optional: true, max: 32 })
  supplier?: string;

  @Id({ description: 'Filters by account.', prefix: 'acc', optional: true })
  accountId?: string;

  @QueryOrder({ description: 'Sort order, by the time at which it was found.' })
  order?: SortOrder;
}

export class NumberConnectionDto {
  @Id({ description: 'ID of the number.', prefix: 'num' })
  numberId: string;

  @E164({ description: 'The number.', example: '+12125550123' })
  e164: string;

  @Id({ description: 'Account of the number.', prefix: 'acc' })
  accountId: string;

  @Text({ description: 'Supplier of the number.', example: 'didww' })
  supplier: string;

  @UnixTime({ description: 'When the number was found without our trunk or connection.' })
  foundAt: Date;

  @UnixTime({ description: 'Time of the last attempt to connect it.' })
  checkedAt: Date;

  @UnixTime({ description: 'When its calls were found to arrive again; null while they do not.', nullable: true })
  reconnectedAt: Date | null;

  @Integer({ description: 'Failed attempts to connect it.', example: 0 })
  failedAttempts: number;

  @Text({
    description: 'Error of the last failed attempt.',
    example: 'SupplierHttpError: DIDWW: PATCH /dids/1f6fc2bd: status 422',
    nullable: true,
    max: ERROR_MAX,
    lines: true,
  })
  lastError: string | null;
}

@Tag('Registrations')
@Controller('operator/number-connections')
export class NumberConnectionsController {
  constructor(private readonly faults: ConnectionFaults) {}

  @Get()
  @Endpoint({
    id: 'numberConnections.list',
    summary: 'List numbers whose calls did not arrive',
    description:
      'Returns the numbers in use that a nightly check found without our trunk (DIDWW) or connection (Telnyx), newest first. ' +
      'The check assigns it, and tries again each hour where that fails. Reconnected numbers are listed for 90 days.',
    access: 'operator',
    page: NumberConnectionDto,
  })
  list(@ListQuery() query: ListNumberConnectionsQuery): Promise<Page<NumberConnectionDto>> {
    const { status = 'open', supplier, accountId } = query;
    const filters = { ...given({ supplier, accountId }), ...(status !== 'all' && { isOpen: status === 'open' }) };
    return this.faults.list(filters, pageOfQuery(query, 'found_at'));
  }
}
