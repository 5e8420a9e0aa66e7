import { REJECTION_CODES, unixSeconds } from '@trunkline/kernel';
import {
  REGISTRATION_STATUSES,
  type Registration,
  type RegistrationFilters,
  type RegistrationStatus,
} from '@trunkline/numbering';
import { given, Id, Integer, ListOf, OneOf, PageQuery, QueryOneOf, Text, UnixTime } from '../../http';

const ERROR_MAX = 500;

export class ListRegistrationsQuery extends PageQuery {
  @QueryOneOf({ description: 'Filters by status.', default: 'failed', values: [...REGISTRATION_STATUSES, 'all'] })
  status?: RegistrationStatus | 'all';

  @Text({ description: 'Filters by supplier.', example: 'didww', optional: true, max: 32 })
  supplier?: string;

  @Id({ description: 'Filters by account.', prefix: 'acc', optional: true })
  account_id?: string;

  @QueryOneOf({ description: 'Sort order, by creation time.', default: 'desc', values: ['asc', 'desc'] })
  order?: 'asc' | 'desc';
}

export class RegistrationDto {
  @Id({ description: 'Registration ID.', prefix: 'reg' })
  id: string;

  @Id({ description: 'Account of the number.', prefix: 'acc' })
  account_id: string;

  @Id({ description: 'ID of the number.', prefix: 'num' })
  number_id: string;

  @Id({ description: 'ID of the approved bundle.', prefix: 'cb' })
  compliance_bundle_id: string;

  @Text({ description: 'Supplier of the number.', example: 'didww' })
  supplier: string;

  @OneOf({
    description:
      '`open`: attempted, or under review by the supplier. `registered`: the supplier accepted. `rejected`: it did not. ' +
      '`failed`: the supplier refused a request, or 21 attempts in a row failed. `withdrawn`: the number no longer waits for this bundle.',
    values: REGISTRATION_STATUSES,
    name: 'RegistrationStatus',
  })
  status: string;

  @ListOf({ description: "The supplier's reasons for a rejection.", values: REJECTION_CODES, name: 'RejectionCode' })
  rejection_codes: readonly string[];

  @Integer({ description: 'Failed attempts in a row.', example: 21 })
  failed_attempts: number;

  @Text({
    description: 'Error of the last failed attempt.',
    example: 'SupplierHttpError: DIDWW: POST /identities: status 500',
    nullable: true,
    max: ERROR_MAX,
    lines: true,
  })
  last_error: string | null;

  @UnixTime({ description: 'Time of the next attempt; null unless open.', nullable: true })
  next_attempt_at: number | null;

  @UnixTime({ description: 'Time of creation.' })
  created_at: number;

  @UnixTime({ description: 'Time of the last change.' })
  updated_at: number;
}

export function registrationFiltersOf({ status = 'failed', supplier, account_id }: ListRegistrationsQuery) {
  const filters: RegistrationFilters = {
    ...given({ supplier, accountId: account_id }),
    ...(status !== 'all' && { status }),
  };
  return filters;
}

export function toRegistrationDto(registration: Registration): RegistrationDto {
  return {
    id: registration.id,
    account_id: registration.accountId,
    number_id: registration.numberId,
    compliance_bundle_id: registration.bundleId,
    supplier: registration.supplier,
    status: registration.status,
    rejection_codes: registration.rejectionCodes,
    failed_attempts: registration.failedAttempts,
    last_error: registration.lastError,
    next_attempt_at: registration.checkAt && unixSeconds(registration.checkAt),
    created_at: unixSeconds(registration.createdAt),
    updated_at: unixSeconds(registration.updatedAt),
  };
}
