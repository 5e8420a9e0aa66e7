import { Controller, Get } from '@nestjs/common';
import { AccessLog } from '@trunkline/compliance';
import type { Page, Principal } from '@trunkline/kernel';
import { ListQuery, Endpoint, pageOfQuery, Tag, Who } from '../http';
import { AccessEntryDto, ListAccessesQuery } from './access-log.dto';

@Tag('End users')
@Controller('v1/compliance/access-log')
export class AccessLogController {
  constructor(private readonly accesses: AccessLog) {}

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
    page: AccessEntryDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListAccessesQuery): Promise<Page<AccessEntryDto>> {
    return this.accesses.list(accountId, query.resourceId ?? null, pageOfQuery(query, 'at'));
  }
}
