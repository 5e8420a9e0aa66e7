import { REJECTION_CODES } from '@trunkline/kernel';
import { lists, type RegistrationFilters } from '@trunkline/numbering';
import { Id, ListOf, OneOf, QueryOneOf } from '../../http';
import { ListSupplierRequestsQuery, requestFiltersOf, SupplierRequestDto } from './supplier-requests.dto';

export class ListRegistrationsQuery extends ListSupplierRequestsQuery {
  @QueryOneOf({ description: 'Filters by status.', default: 'failed', values: [...lists.REGISTRATION_STATUSES, 'all'] })
  status?: lists.RegistrationStatus | 'all';
}

export class RegistrationDto extends SupplierRequestDto {
  @Id({ description: 'Registration ID.', prefix: 'reg' })
  id: string;

  @Id({ description: 'ID of the number.', prefix: 'num' })
  numberId: string;

  @OneOf({
    description:
      '`open`: attempted, or under review by the supplier. `registered`: the supplier accepted. `rejected`: it did not. ' +
      '`failed`: the supplier refused a request, or 21 attempts in a row failed. `withdrawn`: the number no longer waits for this bundle.',
    values: lists.REGISTRATION_STATUSES,
    name: 'RegistrationStatus',
  })
  status: string;

  @ListOf({ description: "The supplier's reasons for a rejection.", values: REJECTION_CODES, name: 'RejectionCode' })
  rejectionCodes: readonly string[];
}

export const registrationFiltersOf = (query: ListRegistrationsQuery): RegistrationFilters => requestFiltersOf(query);
