import { CALLER_MEMBERS, CUSTOMER_REFERENCE_MAX, DIRECTIONS } from '@trunkline/kernel';
import type { CallView } from '@trunkline/voice-routing';
import { AttemptFactsDto, toAttemptDto, ATTEMPT_RESULT } from '../cdr/reads/attempts.dto';
import { EventField } from '../webhooks/events/event-field';
import {
  Cents,
  E164,
  Flag,
  Id,
  Integer,
  Nested,
  OneOf,
  PageQuery,
  QueryE164,
  QueryOneOf,
  Text,
  UnixTime,
} from '../http';

const STATUSES = ['routing', 'ringing', 'in_progress', 'completed'] as const;
const RING_TIMEOUT = { min: 5, max: 120, default: 30 } as const;
const DURATION = { min: 60, max: 14_400 } as const;

export class CallAttemptDto extends AttemptFactsDto {
  @OneOf({ ...ATTEMPT_RESULT, description: 'Result of the attempt; null while it goes on.', nullable: true })
  result: string | null;
}

export class CallDto {
  @Id({ description: 'Call ID.', prefix: 'call' })
  id: string;

  @OneOf({ description: 'Direction of the call.', values: DIRECTIONS, name: 'CallDirection' })
  direction: string;

  @OneOf({ description: '`completed`: the call has ended; its record follows.', values: STATUSES, name: 'CallStatus' })
  status: string;

  @Text({ description: 'Caller: E.164 number or SIP URI; may be redacted.', example: '+4930123456', nullable: true })
  caller: string | null;

  @Text({ description: 'Called number or SIP URI; may be redacted.', example: '+4930901820', nullable: true })
  callee: string | null;

  @Flag({
    description: 'Whether the caller withholds its number. `caller` is null then.',
    jsonName: 'caller_withheld',
  })
  isCallerWithheld: boolean;

  @Text({ description: "The account's number on this call.", example: '+4930901820', nullable: true })
  e164: string | null;

  @Text({ description: "ID of the account's number.", example: 'num_0mh2k3l4p9f1c2d3e4b5a6978', nullable: true })
  numberId: string | null;

  @Text({ description: 'ID of the routing profile that routes the call.', example: null, nullable: true })
  routingProfileId: string | null;

  @Text({
    description: 'ID of the SIP trunk that places the call, or that is tried first.',
    example: 'trk_0mh2k3l4p9f1c2d3e4b5a6978',
    nullable: true,
  })
  sipTrunkId: string | null;

  @EventField(CALLER_MEMBERS.customer_reference)
  customerReference: string | null;

  @UnixTime({ description: 'Time of call setup.' })
  startedAt: Date;

  @UnixTime({ description: 'Time of answer; null if unanswered.', nullable: true })
  answeredAt: Date | null;

  @Integer({ description: 'Seconds since the call setup, or from there to the end.', example: 70 })
  durationSeconds: number;

  @Integer({
    description: '`order` of the attempt that goes on or was answered; null if the switch has not reported it.',
    example: 1,
    nullable: true,
  })
  currentAttempt: number | null;

  @Nested(() => CallAttemptDto, { description: 'Attempts so far, as the switch has reported them.', many: true })
  attempts: readonly CallAttemptDto[];

  @Cents({ description: 'Price of the time since the answer. The call record has the final one.', example: 1 })
  estimatedCostCents: number;

  @Cents({ description: 'What the call holds of the balance, until its record is written.', example: 9 })
  heldCents: number;

  @Integer({ description: 'Seconds after the answer at which the call is ended, unless it is extended.', example: 900 })
  maxDurationSeconds: number;

  @Id({ description: 'ID of the call record; null until it is written.', prefix: 'cdr', nullable: true })
  cdrId: string | null;
}

export class ListCallsQuery extends PageQuery {
  @QueryOneOf({ description: 'Filters by direction.', values: DIRECTIONS, name: 'CallDirection' })
  direction?: 'inbound' | 'outbound';

  @QueryE164({ description: "Filters by the account's number.", example: '+4930901820' })
  e164?: string;

  @Id({ description: 'Filters by SIP trunk.', prefix: 'trk', optional: true })
  sipTrunkId?: string;
}

export class CreateCallDto {
  @E164({ description: 'Active number of the account, which the callee sees.', example: '+4930901820' })
  from: string;

  @E164({ description: 'Number to call. Emergency numbers are not allowed.', example: '+442079460000' })
  to: string;

  @Id({ description: 'SIP trunk that rings first.', prefix: 'trk' })
  sipTrunkId: string;

  @Integer({
    description: 'Seconds for which the trunk rings.',
    example: RING_TIMEOUT.default,
    default: RING_TIMEOUT.default,
    min: RING_TIMEOUT.min,
    max: RING_TIMEOUT.max,
    optional: true,
  })
  ringTimeoutSeconds?: number;

  @Integer({
    description: 'Seconds after the answer of the callee at which the call is ended. Its price is held until then.',
    example: 600,
    min: DURATION.min,
    max: DURATION.max,
    nullable: true,
    optional: true,
  })
  maxDurationSeconds?: number | null;

  @Text({
    description: 'Any text that names the call.',
    example: 'ticket 4711',
    max: CUSTOMER_REFERENCE_MAX,
    nullable: true,
    optional: true,
  })
  customerReference?: string | null;
}

export class EchoNumberDto {
  @Text({ description: 'The number; null if there is none.', example: '+12025550199', nullable: true })
  e164: string | null;
}

export function dialOf({
  ringTimeoutSeconds = RING_TIMEOUT.default,
  maxDurationSeconds = null,
  customerReference = null,
  ...parties
}: CreateCallDto) {
  return { ...parties, ringTimeoutSeconds, maxDurationSeconds, customerReference };
}

export function toCallDto(call: CallView): CallDto {
  return { ...call, attempts: call.attempts.map(toAttemptDto) };
}
