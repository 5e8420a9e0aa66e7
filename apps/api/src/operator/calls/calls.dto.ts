import { unixSeconds } from '@trunkline/kernel';
import type { LiveCallFilters, LiveCallView } from '@trunkline/voice-routing';
import { Id, Integer, OneOf, PageQuery, QueryOneOf, Text, UnixTime } from '../../http';

const DIRECTIONS = ['inbound', 'outbound'] as const;
const STATUSES = ['routing', 'ringing', 'in_progress'] as const;

export class LiveCallDto {
  @Id({ description: 'The call.', prefix: 'call' })
  id: string;

  @Id({ description: 'The decision that routed it; switches know the call by it.', prefix: 'rd' })
  decision_id: string;

  @Id({ description: 'The account that pays for it.', prefix: 'acc' })
  account_id: string;

  @Text({ description: 'The switch that carries it.', example: 'sw1' })
  switch_id: string;

  @OneOf({ description: 'Seen from the account.', example: 'inbound', values: DIRECTIONS, name: 'CallDirection' })
  direction: string;

  @OneOf({ description: 'How far it has come.', example: 'in_progress', values: STATUSES, name: 'LiveCallStatus' })
  status: string;

  @Text({ description: 'E.164, or as the switch received it.', example: '+493012345' })
  caller: string;

  @Text({ description: 'E.164, or as the switch received it.', example: '+4930901820' })
  callee: string;

  @Id({ description: 'The trunk that it came from, or that it is offered to first.', prefix: 'trk', nullable: true })
  sip_trunk_id: string | null;

  @UnixTime({ description: 'When it was decided.' })
  started_at: number;

  @UnixTime({ description: 'When it was answered, if it was.', nullable: true })
  answered_at: number | null;

  @UnixTime({ description: 'When its switch last named it.', nullable: true })
  last_seen_at: number | null;

  @Integer({ description: 'Seconds it may last from its answer, as last extended.', example: 900 })
  max_duration_s: number;
}

export class ListLiveCallsQuery extends PageQuery {
  @Id({ description: 'Calls of this account alone.', prefix: 'acc', optional: true })
  account_id?: string;

  @Text({ description: 'Calls of this switch alone.', example: 'sw1', optional: true, max: 255 })
  switch_id?: string;

  @Id({ description: 'Calls of this trunk alone.', prefix: 'trk', optional: true })
  sip_trunk_id?: string;

  @QueryOneOf({ description: 'Calls of this direction alone.', example: 'inbound', values: DIRECTIONS })
  direction?: 'inbound' | 'outbound';

  @QueryOneOf({ description: 'What to sort by.', example: 'started_at', values: ['started_at'] })
  sort?: 'started_at';

  @QueryOneOf({ description: 'Which way.', example: 'desc', values: ['asc', 'desc'] })
  order?: 'asc' | 'desc';
}

export class EndedCallDto {
  @Id({ description: 'The call.', prefix: 'call' })
  id: string;

  @OneOf({ description: 'It is over.', example: 'completed', values: ['completed'], name: 'EndedCallStatus' })
  status: 'completed';
}

export function liveCallFiltersOf(query: ListLiveCallsQuery): LiveCallFilters {
  const { account_id: accountId, switch_id: switchId, sip_trunk_id: sipTrunkId, direction } = query;
  return {
    ...(accountId !== undefined && { accountId }),
    ...(switchId !== undefined && { switchId }),
    ...(sipTrunkId !== undefined && { sipTrunkId }),
    ...(direction !== undefined && { direction }),
  };
}

export function toLiveCallDto(call: LiveCallView): LiveCallDto {
  return {
    id: call.id,
    decision_id: call.decisionId,
    account_id: call.accountId,
    switch_id: call.switchId,
    direction: call.direction,
    status: call.status,
    caller: call.caller,
    callee: call.callee,
    sip_trunk_id: call.sipTrunkId,
    started_at: unixSeconds(call.startedAt),
    answered_at: call.answeredAt && unixSeconds(call.answeredAt),
    last_seen_at: call.lastSeenAt && unixSeconds(call.lastSeenAt),
    max_duration_s: call.maxDurationSeconds,
  };
}
