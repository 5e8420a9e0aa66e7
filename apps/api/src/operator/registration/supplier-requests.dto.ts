import { unixSeconds, unixSecondsOrNull } from '@trunkline/kernel';
import type { Registration, SupplierErasure } from '@trunkline/numbering';
import { given, Id, Integer, PageQuery, QueryOrder, Text, UnixTime } from '../../http';

const ERROR_MAX = 500;

/** The filters of what suppliers are asked to do, besides its status. */
export abstract class ListSupplierRequestsQuery extends PageQuery {
  @Text({ description: 'Filters by supplier.', example: 'didww', optional: true, max: 32 })
  supplier?: string;

  @Id({ description: 'Filters by account.', prefix: 'acc', optional: true })
  account_id?: string;

  @QueryOrder({ description: 'Sort order, by creation time.' })
  order?: 'asc' | 'desc';
}

/** What a registration and an erasure have in common: requests to a supplier, repeated until it has carried them out. */
export abstract class SupplierRequestDto {
  @Id({ description: 'Account of the end user.', prefix: 'acc' })
  account_id: string;

  @Id({ description: 'ID of the bundle.', prefix: 'cb' })
  compliance_bundle_id: string;

  @Text({ description: 'Supplier that receives the requests.', example: 'didww' })
  supplier: string;

  @Integer({ description: 'Failed attempts in a row.', example: 2 })
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

/** Returns the filters of a list that shows `failed` by default. */
export function requestFiltersOf<Status extends string>(
  query: ListSupplierRequestsQuery & { status?: Status | 'failed' | 'all' },
) {
  const { status = 'failed', supplier, account_id } = query;
  return { ...given({ supplier, accountId: account_id }), ...(status !== 'all' && { status }) };
}

export function toSupplierRequestDto(request: Registration | SupplierErasure) {
  return {
    account_id: request.accountId,
    compliance_bundle_id: request.bundleId,
    supplier: request.supplier,
    failed_attempts: request.failedAttempts,
    last_error: request.lastError,
    next_attempt_at: unixSecondsOrNull(request.checkAt),
    created_at: unixSeconds(request.createdAt),
    updated_at: unixSeconds(request.updatedAt),
  } satisfies SupplierRequestDto;
}
