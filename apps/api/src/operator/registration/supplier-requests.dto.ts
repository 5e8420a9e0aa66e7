import type { SortOrder } from '@trunkline/kernel';
import { given, Id, Integer, PageQuery, QueryOrder, Text, UnixTime } from '../../http';

const ERROR_MAX = 500;

/** The filters of what suppliers are asked to do, besides its status. */
export abstract class ListSupplierRequestsQuery extends PageQuery {
  @Text({ description: 'Filters by supplier.', example: 'didww', optional: true, max: 32 })
  supplier?: string;

  @Id({ description: 'Filters by account.', prefix: 'acc', optional: true })
  accountId?: string;

  @QueryOrder({ description: 'Sort order, by creation time.' })
  order?: SortOrder;
}

/** What a registration and an erasure have in common: requests to a supplier, repeated until it has carried them out. */
export abstract class SupplierRequestDto {
  @Id({ description: 'Account of the end user.', prefix: 'acc' })
  accountId: string;

  @Id({ description: 'ID of the bundle.', prefix: 'cb', jsonName: 'compliance_bundle_id' })
  bundleId: string;

  @Text({ description: 'Supplier that receives the requests.', example: 'didww' })
  supplier: string;

  @Integer({ description: 'Failed attempts in a row.', example: 2 })
  failedAttempts: number;

  @Text({
    description: 'Error of the last failed attempt.',
    example: 'SupplierHttpError: DIDWW: POST /identities: status 500',
    nullable: true,
    max: ERROR_MAX,
    lines: true,
  })
  lastError: string | null;

  @UnixTime({ description: 'Time of the next attempt; null unless open.', nullable: true, jsonName: 'next_attempt_at' })
  checkAt: Date | null;

  @UnixTime({ description: 'Time of creation.' })
  createdAt: Date;

  @UnixTime({ description: 'Time of the last change.' })
  updatedAt: Date;
}

/** Returns the filters of a list that shows `failed` by default. */
export function requestFiltersOf<Status extends string>(
  query: ListSupplierRequestsQuery & { status?: Status | 'failed' | 'all' },
) {
  const { status = 'failed', supplier, accountId } = query;
  return { ...given({ supplier, accountId }), ...(status !== 'all' && { status }) };
}
