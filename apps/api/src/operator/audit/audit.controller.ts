import { Controller, Get, Query } from '@nestjs/common';
import { AuditTrail } from '@trunkline/platform';
import { Cursors, Endpoint, pageOfDto, Tag } from '../../http';
import { AuditEntryDto, auditFilterOf, ListAuditQuery, toAuditEntryDto } from './audit.dto';
import { Operator } from '../operator.param';

@Tag('Audit trail')
@Controller('operator/audit')
export class OperatorAuditController {
  constructor(
    private readonly trail: AuditTrail,
    private readonly cursors: Cursors,
  ) {}

  @Get()
  @Endpoint({
    id: 'audit.list',
    summary: 'Read the audit trail',
    description:
      'Returns changes with their actor and the values before and after, newest first. Entries cannot be changed or deleted.',
    access: 'operator',
    answer: pageOfDto(AuditEntryDto),
  })
  list(@Operator() operator: string, @Query() query: ListAuditQuery) {
    return this.cursors.page(
      { query, scope: operator, sort: query.sort ?? 'at' },
      (page) => this.trail.list(auditFilterOf(query), page),
      toAuditEntryDto,
    );
  }
}
