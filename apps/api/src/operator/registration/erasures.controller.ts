import { Controller, Get, Post } from '@nestjs/common';
import type { Page } from '@trunkline/kernel';
import { SupplierErasureRepository, SupplierErasures } from '@trunkline/numbering';
import { ListQuery, Endpoint, pageOfQuery, PathId, Tag } from '../../http';
import { Operator } from '../operator.param';
import { erasureFiltersOf, ListErasuresQuery, SupplierErasureDto } from './erasures.dto';

@Tag('Registrations')
@Controller('operator/supplier-erasures')
export class SupplierErasuresController {
  constructor(
    private readonly erasures: SupplierErasureRepository,
    private readonly supplierErasures: SupplierErasures,
  ) {}

  @Get()
  @Endpoint({
    id: 'supplierErasures.list',
    summary: 'List erasures at suppliers',
    description:
      'Returns the deletions of what suppliers received of erased end users and closed accounts, newest first. Those that ' +
      'failed wait for a retry.',
    access: 'operator',
    page: SupplierErasureDto,
  })
  list(@ListQuery() query: ListErasuresQuery): Promise<Page<SupplierErasureDto>> {
    return this.erasures.list(erasureFiltersOf(query), pageOfQuery(query, 'created_at'));
  }

  @Post(':id/retry')
  @Endpoint({
    id: 'supplierErasures.retry',
    summary: 'Retry an erasure at a supplier',
    description:
      'Starts a failed erasure again; a worker continues it within a minute. Returns 409 for any other status. Audited as ' +
      '`erasure.retry`.',
    access: 'operator',
    status: 200,
    answer: SupplierErasureDto,
    fails: ['invalid_state'],
  })
  retry(@Operator() operator: string, @PathId() id: string): Promise<SupplierErasureDto> {
    return this.supplierErasures.retry(id, operator);
  }
}
