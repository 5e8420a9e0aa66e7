import { fromUnixSeconds, unixSeconds } from '@trunkline/kernel';
import type { AuditFilter, RecordedEntry } from '@trunkline/platform';
import { AnyObject, Id, PageQuery, QueryOneOf, QueryTime, Text, UnixTime } from '../../http';

const NAME_MAX = 100;

export class AuditEntryDto {
  @Id({ description: 'The entry.', prefix: 'aud' })
  id: string;

  @UnixTime({ description: 'When it was done.' })
  at: number;

  @Text({
    description: 'Who: of an operator, the beginning of the SHA-256 of the token.',
    example: 'operator:5c1a9f0b2e7d',
  })
  actor: string;

  @Text({ description: 'What, as `resource.verb`.', example: 'account.suspend' })
  action: string;

  @Text({ description: 'To what: its identifier.', example: 'acc_0mh2k3l4p9f1c2d3e4b5a6978' })
  subject: string;

  @Id({ description: 'The account that it concerns, if it is one.', prefix: 'acc', nullable: true })
  account_id: string | null;

  @AnyObject({ description: 'What changed, as it was.', example: { status: 'active' }, nullable: true })
  before: object | null;

  @AnyObject({ description: 'The same, as it became.', example: { status: 'suspended' }, nullable: true })
  after: object | null;
}

export class ListAuditQuery extends PageQuery {
  @Text({ description: 'Of this actor.', example: 'operator:5c1a9f0b2e7d', optional: true, max: NAME_MAX })
  actor?: string;

  @Text({ description: 'Of this action.', example: 'account.suspend', optional: true, max: NAME_MAX })
  action?: string;

  @Text({ description: 'About this.', example: 'acc_0mh2k3l4p9f1c2d3e4b5a6978', optional: true, max: NAME_MAX })
  subject?: string;

  @Id({ description: 'Concerning this account.', prefix: 'acc', optional: true })
  account_id?: string;

  @QueryTime({ description: 'At or after.' })
  from?: number;

  @QueryTime({ description: 'Before.' })
  to?: number;

  @QueryOneOf({ description: 'What to sort by.', example: 'at', values: ['at'] })
  sort?: 'at';

  @QueryOneOf({ description: 'Which way.', example: 'desc', values: ['asc', 'desc'] })
  order?: 'asc' | 'desc';
}

export function auditFilterOf({ actor, action, subject, account_id, from, to }: ListAuditQuery): AuditFilter {
  return {
    ...(actor !== undefined && { actor }),
    ...(action !== undefined && { action }),
    ...(subject !== undefined && { subject }),
    ...(account_id !== undefined && { accountId: account_id }),
    ...(from !== undefined && { from: fromUnixSeconds(from) }),
    ...(to !== undefined && { to: fromUnixSeconds(to) }),
  };
}

export function toAuditEntryDto(entry: RecordedEntry): AuditEntryDto {
  const { id, at, actor, action, subject, accountId, before, after } = entry;
  return { id, at: unixSeconds(at), actor, action, subject, account_id: accountId, before, after };
}
