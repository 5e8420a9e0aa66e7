import { type Direction, DIRECTIONS, type SortOrder } from '@trunkline/kernel';
import { Flag, Id, Integer, OneOf, PageQuery, QueryOneOf, QueryOrder, Text, UnixTime } from '../../http';

const END_REASON = 'Switch sw1 was lost, ticket 4711';
const STATUSES = ['routing', 'ringing', 'in_progress'] as const;

export class LiveCallDto {
  @Id({ description: 'Call ID.', prefix: 'call' })
  id: string;

  @Id({ description: 'Decision that routed the call, by which switches identify it.', prefix: 'rd' })
  decisionId: string;

  @Id({ description: 'Account that is charged.', prefix: 'acc' })
  accountId: string;

  @Text({ description: 'Switch that carries the call.', example: 'sw1' })
  switchId: string;

  @Text({ description: 'Process of the switch; empty for a switch of one process.', example: '', min: 0, max: 64 })
  node: string;

  @OneOf({ description: 'Direction from the view of the account.', values: DIRECTIONS, name: 'CallDirection' })
  direction: string;

  @OneOf({ description: 'Status of the call.', values: STATUSES, name: 'LiveCallStatus' })
  status: string;

  @Text({
    description: 'Caller in E.164 format, or as received; null if withheld.',
    example: '+493012345',
    nullable: true,
  })
  caller: string | null;

  @Flag({ description: 'Whether the caller withholds its number.', jsonName: 'caller_withheld' })
  isCallerWithheld: boolean;

  @Text({ description: 'Callee in E.164 format, or as received.', example: '+4930901820' })
  callee: string;

  @Id({ description: 'Source trunk, or the trunk that is tried first.', prefix: 'trk', nullable: true })
  sipTrunkId: string | null;

  @UnixTime({ description: 'Time of the decision.' })
  startedAt: Date;

  @UnixTime({ description: 'Time of the answer; null if not answered.', nullable: true })
  answeredAt: Date | null;

  @UnixTime({ description: 'Time of the last report by the switch.', nullable: true })
  lastSeenAt: Date | null;

  @Integer({ description: 'Maximum seconds from the answer, including extensions.', example: 900 })
  maxDurationSeconds: number;

  @Flag({
    description: 'Whether the switch has sent no heartbeat for 90 seconds, so that the call occupies no slot.',
    jsonName: 'switch_silent',
  })
  isSwitchSilent: boolean;
}

export class ListLiveCallsQuery extends PageQuery {
  @Id({ description: 'Filters by account.', prefix: 'acc', optional: true })
  accountId?: string;

  @Text({ description: 'Filters by switch.', example: 'sw1', optional: true, max: 255 })
  switchId?: string;

  @Id({ description: 'Filters by trunk.', prefix: 'trk', optional: true })
  sipTrunkId?: string;

  @QueryOneOf({ description: 'Filters by direction.', values: DIRECTIONS, name: 'CallDirection' })
  direction?: Direction;

  @QueryOneOf({ description: 'Sort key.', default: 'started_at', values: ['started_at'] })
  sort?: 'started_at';

  @QueryOrder()
  order?: SortOrder;
}

export class EndedCallDto {
  @Id({ description: 'Call ID.', prefix: 'call' })
  id: string;

  @OneOf({ description: 'Status of the call.', values: ['completed'], name: 'EndedCallStatus' })
  status: 'completed';

  @Text({ description: 'Reason for ending the call.', example: END_REASON, nullable: true })
  reason: string | null;
}

export class EndCallBody {
  @Text({
    description: 'Reason for ending the call, stored with it and in the audit trail.',
    example: END_REASON,
    max: 1000,
    lines: true,
    optional: true,
  })
  reason?: string;
}
