import type { SortOrder } from '@trunkline/kernel';
import type { AuditFilter } from '@trunkline/platform';
import { AnyObject, Id, PageQuery, QueryOneOf, QueryOrder, QueryTime, Text, UnixTime } from '../http';

const NAME_MAX = 100;

export class AuditEntryDto {
  @Id({ description: 'Audit entry ID.', prefix: 'aud' })
  id: string;

  @UnixTime({ description: 'Time of the action.' })
  at: Date;

  @Text({
    description: 'Actor. For an operator, a prefix of the SHA-256 hash of the token.',
    example: 'operator:5c1a9f0b2e7d',
  })
  actor: string;

  @Text({ description: 'Action, as `resource.verb`.', example: 'account.suspend' })
  action: string;

  @Text({ description: 'ID of the changed resource.', example: 'acc_0mh2k3l4p9f1c2d3e4b5a6978' })
  subject: string;

  @Id({ description: 'Affected account, if any.', prefix: 'acc', nullable: true })
  accountId: string | null;

  @AnyObject({ description: 'Changed values before the action.', example: { status: 'active' }, nullable: true })
  before: object | null;

  @AnyObject({ description: 'Changed values after the action.', example: { status: 'suspended' }, nullable: true })
  after: object | null;
}

export class ListAuditQuery extends PageQuery {
  @Text({ description: 'Filters by actor.', example: 'operator:5c1a9f0b2e7d', optional: true, max: NAME_MAX })
  actor?: string;

  @Text({ description: 'Filters by action.', example: 'account.suspend', optional: true, max: NAME_MAX })
  action?: string;

  @Text({
    description: 'Filters by ID of the changed resource.',
    example: 'acc_0mh2k3l4p9f1c2d3e4b5a6978',
    optional: true,
    max: NAME_MAX,
  })
  subject?: string;

  @Id({ description: 'Filters by affected account.', prefix: 'acc', optional: true })
  accountId?: string;

  @QueryTime({ description: 'Only entries at or after this time.' })
  from?: Date;

  @QueryTime({ description: 'Only entries before this time.' })
  to?: Date;

  @QueryOneOf({ description: 'Sort key.', default: 'at', values: ['at'] })
  sort?: 'at';

  @QueryOrder()
  order?: SortOrder;
}

export function auditFilterOf({ actor, action, subject, accountId, from, to }: ListAuditQuery): AuditFilter {
  return {
    ...(actor !== undefined && { actor }),
    ...(action !== undefined && { action }),
    ...(subject !== undefined && { subject }),
    ...(accountId !== undefined && { accountId }),
    from,
    to,
  };
}
