import { Controller, Get } from '@nestjs/common';
import { AuditTrail } from '@trunkline/platform';
import { ListQuery, Endpoint, pageOfQuery, Tag } from '../http';
import { AuditEntryDto, auditFilterOf, ListAuditQuery } from './audit.dto';

@Tag('Audit trail')
@Controller('operator/audit')
export class OperatorAuditController {
  constructor(private readonly trail: AuditTrail) {}

  @Get()
  @Endpoint({
    id: 'audit.list',
    summary: 'Read the audit trail',
    description:
      'Returns changes with their actor and the values before and after, newest first. Entries cannot be changed or deleted.',
    access: 'operator',
    page: AuditEntryDto,
  })
  list(@ListQuery() query: ListAuditQuery) {
    return this.trail.list(auditFilterOf(query), pageOfQuery(query, query.sort ?? 'at'));
  }
}
