import { type Direction, DIRECTIONS, rejection, REJECTIONS, type ShownRejection } from '@trunkline/kernel';
import type { RejectedCallView } from '@trunkline/voice-routing';
import {
  Flag,
  given,
  Id,
  Integer,
  OneOf,
  PageQuery,
  QueryE164,
  QueryList,
  QueryOneOf,
  QueryTime,
  Text,
  UnixTime,
} from '../../http';

export class RejectedCallDto {
  @Id({ description: 'ID of the rejection; the switch received it as `decision_id`.', prefix: 'rd' })
  id: string;

  @UnixTime({ description: 'Time of the rejection.' })
  at: Date;

  @OneOf({ description: 'Direction of the call.', values: DIRECTIONS, name: 'CallDirection' })
  direction: string;

  @Text({ description: 'Caller: E.164 number or SIP URI; may be redacted.', example: '+4930123456', nullable: true })
  from: string | null;

  @Text({ description: 'Called number or SIP URI; may be redacted.', example: '+254700123456', nullable: true })
  to: string | null;

  @Flag({ description: 'Whether the caller withholds its number. `from` is null then.' })
  callerWithheld: boolean;

  @Id({ description: "ID of the account's number on the call.", prefix: 'num', nullable: true })
  numberId: string | null;

  @Id({
    description: 'ID of the SIP trunk that placed the call, or that its number routes to.',
    prefix: 'trk',
    nullable: true,
  })
  sipTrunkId: string | null;

  @Text({ description: 'Address from which the call came.', example: '203.0.113.77', nullable: true })
  sourceIp: string | null;

  @Integer({ description: 'SIP status code with which the call was rejected.', example: 403 })
  sipCode: number;

  @OneOf({
    description: 'The rule that rejected the call.',
    values: REJECTIONS,
    name: 'RejectionReason',
  })
  reason: string;

  @Text({
    description: 'Why the call was rejected, in one sentence.',
    example: rejection('country_not_allowed').explanation,
  })
  explanation: string;

  @Text({
    description: 'What to do about it, in one sentence.',
    example: rejection('country_not_allowed').remedy,
  })
  remedy: string;
}

export class ListRejectedCallsQuery extends PageQuery {
  @QueryOneOf({ description: 'Filters by direction.', values: DIRECTIONS, name: 'CallDirection' })
  direction?: Direction;

  @QueryE164({ description: "Filters by the account's number.", example: '+4930901820' })
  e164?: string;

  @Id({ description: 'Filters by SIP trunk.', prefix: 'trk', optional: true })
  sipTrunkId?: string;

  @QueryList({
    description: 'Filters by the rule that rejected the call.',
    example: ['country_not_allowed'],
    values: REJECTIONS,
    name: 'RejectionReason',
  })
  reason?: ShownRejection[];

  @QueryTime({ description: 'Only calls rejected at or after this time.' })
  from?: Date;

  @QueryTime({ description: 'Only calls rejected before this time.' })
  to?: Date;
}

export function rejectedCallFiltersOf({ direction, e164, sipTrunkId, reason, from, to }: ListRejectedCallsQuery) {
  return given({ direction, e164, sipTrunkId, reason, from, to });
}

export function toRejectedCallDto(call: RejectedCallView): RejectedCallDto {
  return { ...call, callerWithheld: call.isCallerWithheld };
}
