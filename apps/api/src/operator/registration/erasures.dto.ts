import { type ErasureFilters, lists } from '@trunkline/numbering';
import { Id, OneOf, QueryOneOf } from '../../http';
import { ListSupplierRequestsQuery, requestFiltersOf, SupplierRequestDto } from './supplier-requests.dto';

export class ListErasuresQuery extends ListSupplierRequestsQuery {
  @QueryOneOf({ description: 'Filters by status.', default: 'failed', values: [...lists.ERASURE_STATUSES, 'all'] })
  status?: lists.ErasureStatus | 'all';
}

export class SupplierErasureDto extends SupplierRequestDto {
  @Id({ description: 'Erasure ID.', prefix: 'era' })
  id: string;

  @OneOf({
    description:
      '`open`: attempted until the supplier has deleted everything. `erased`: done. `failed`: 25 attempts in a row failed.',
    values: lists.ERASURE_STATUSES,
    name: 'ErasureStatus',
  })
  status: string;
}

export const erasureFiltersOf = (query: ListErasuresQuery): ErasureFilters => requestFiltersOf(query);
