import { Controller, Get, Query } from '@nestjs/common';
import { AccessLog } from '@trunkline/compliance';
import type { Principal } from '@trunkline/kernel';
import { Cursors, Endpoint, type PageAnswer, pageOfDto, Tag, Who } from '../../http';
import { AccessEntryDto, ListAccessesQuery, toAccessEntryDto } from './access-log.dto';

@Tag('End users')
@Controller('v1/compliance/access-log')
export class AccessLogController {
  constructor(
    private readonly accesses: AccessLog,
    private readonly cursors: Cursors,
  ) {}

  @Get()
  @Endpoint({
    id: 'compliance.accessLog.list',
    summary: 'List reads of personal data',
    description:
      'Who has read which end user, document or export, newest first. For owners and admins of the account. Reads by ' +
      'operators are included.',
    // Owners and admins alone have members:write.
    access: ['compliance:read', 'members:write'],
    allowed: { suspended: true, pendingClosure: true },
    answer: pageOfDto(AccessEntryDto),
  })
  list(@Who() { accountId }: Principal, @Query() query: ListAccessesQuery): Promise<PageAnswer<AccessEntryDto>> {
    return this.cursors.page(
      { query, scope: accountId, sort: 'at' },
      (page) => this.accesses.list(accountId, query.resource_id ?? null, page),
      toAccessEntryDto,
    );
  }
}
