import {
  type Corrections,
  DISCONNECTING_PARTIES,
  QUARANTINE_REASONS,
  QUARANTINE_STATES,
  type QuarantineFilter,
  type QuarantineReason,
  type QuarantineState,
} from '@trunkline/cdr';
import { ATTEMPT_LEGS, ATTEMPT_RESULTS, type SortOrder } from '@trunkline/kernel';
import {
  AnyObject,
  Id,
  Integer,
  Nested,
  OneOf,
  PageQuery,
  QueryOneOf,
  QueryOrder,
  Text,
  TextMap,
  UnixTime,
  toJson,
} from '../http';

const REASON_MAX = 1000;
const CODES = { min: 100, max: 699 };
const ATTEMPTS_MAX = 100;
const BRANCH_MAX = 255;
const RING_MAX_SECONDS = 86_400;

export class ListQuarantineQuery extends PageQuery {
  @QueryOneOf({ description: 'Filters by state.', default: 'open', values: [...QUARANTINE_STATES, 'all'] })
  state?: QuarantineState | 'all';

  @QueryOneOf({ description: 'Filters by quarantine reason.', values: QUARANTINE_REASONS, name: 'QuarantineReason' })
  reason?: QuarantineReason;

  @Text({ description: 'Filters by switch.', example: 'sw1', optional: true })
  switchId?: string;

  @Id({ description: 'Filters by account of the decision.', prefix: 'acc', optional: true })
  accountId?: string;

  @QueryOrder({ description: 'Sort order, by time of receipt.' })
  order?: SortOrder;
}

export class QuarantinedRowDto {
  @Id({ description: 'Quarantined row ID.', prefix: 'cq' })
  id: string;

  @OneOf({
    description: '`open`: waits for an operator. `booked`: recorded as `cdr_id`. `discarded`: closed without a record.',
    values: QUARANTINE_STATES,
    name: 'QuarantineState',
  })
  state: string;

  @OneOf({ description: 'Reason for the quarantine.', values: QUARANTINE_REASONS, name: 'QuarantineReason' })
  reason: string;

  @TextMap({
    description: 'Faults, by member of the row.',
    example: { ended_at: 'must be within 390 seconds of answered_at' },
  })
  fields: Record<string, string>;

  @Id({ description: 'Account of the decision; null if the decision is unknown.', prefix: 'acc', nullable: true })
  accountId: string | null;

  @Text({ description: 'Decision that the row names or was matched to.', example: 'rd_1', nullable: true })
  decisionId: string | null;

  @Text({ description: 'Switch that the row names.', example: 'sw1', nullable: true })
  switchId: string | null;

  @Text({ description: 'SIP Call-ID that the row names.', example: 'a84b4c76e66710', nullable: true })
  callId: string | null;

  @AnyObject({ description: 'Row as sent by the switch.', example: { switch_id: 'sw1', ended_at: 'later' } })
  row: object;

  @Integer({ description: 'Number of times the switch sent the row.', example: 1 })
  timesReceived: number;

  @UnixTime({ description: 'Time of first receipt.' })
  receivedAt: Date;

  @UnixTime({ description: 'Time of last receipt.' })
  lastReceivedAt: Date;

  @Id({ description: 'Call record created from the row.', prefix: 'cdr', nullable: true })
  cdrId: string | null;

  @UnixTime({ description: 'Time when the row was booked or discarded.', nullable: true })
  resolvedAt: Date | null;

  @Text({
    description: 'Operator who resolved the row; null if the switch sent a valid row.',
    example: 'operator:5c1a9f0b2e7d',
    nullable: true,
  })
  resolvedBy: string | null;

  @Text({
    description: 'Reason for discarding the row.',
    example: 'Test call',
    nullable: true,
    max: REASON_MAX,
    lines: true,
  })
  resolutionReason: string | null;
}

export class CorrectedAttemptBody {
  @Integer({ description: '1-based index in `routes`.', example: 1, min: 1, max: ATTEMPTS_MAX, optional: true })
  order?: number;

  @Text({ description: 'Routing target.', example: 'rpt_1', nullable: true, optional: true })
  targetId?: string | null;

  @Text({ description: 'Gateway.', example: 'gw_1', nullable: true, optional: true })
  gatewayId?: string | null;

  @Text({ description: 'Carrier.', example: 'car_1', nullable: true, optional: true })
  carrierId?: string | null;

  @Text({ description: 'Registered contact.', example: 'ct_1', nullable: true, optional: true })
  contactId?: string | null;

  @OneOf({ description: 'Leg of a click to dial.', values: ATTEMPT_LEGS, name: 'AttemptLeg', optional: true })
  leg?: string;

  @Text({
    description: 'Address that the call was sent to.',
    example: '192.0.2.1:5060',
    nullable: true,
    optional: true,
  })
  address?: string | null;

  @UnixTime({ description: 'Start time.', nullable: true, optional: true })
  startedAt?: Date | null;

  @Integer({ description: 'Seconds of ringing.', example: 8, min: 0, max: RING_MAX_SECONDS, optional: true })
  ringSeconds?: number;

  @Integer({ description: 'Final SIP code.', example: 200, ...CODES, nullable: true, optional: true })
  sipCode?: number | null;

  @Text({ description: 'Reason phrase of the final response.', example: 'OK', nullable: true, optional: true })
  sipReason?: string | null;

  @UnixTime({ description: 'Time of the answer.', nullable: true, optional: true })
  answeredAt?: Date | null;

  @OneOf({ description: 'Result of the attempt.', values: ATTEMPT_RESULTS, name: 'AttemptResult', optional: true })
  result?: string;
}

/** Corrected members, in the format that switches use. */
export class RetryQuarantinedBody {
  @Id({ description: 'Decision of the call.', prefix: 'rd', optional: true })
  decisionId?: string;

  @Text({ description: 'Switch.', example: 'sw1', optional: true })
  switchId?: string;

  @Text({ description: 'SIP Call-ID.', example: 'a84b4c76e66710', optional: true })
  callId?: string;

  @UnixTime({ description: 'Time of call setup, by the clock of the switch.', optional: true })
  startedAt?: Date;

  @UnixTime({ description: 'Time of the answer; null if not answered.', nullable: true, optional: true })
  answeredAt?: Date | null;

  @UnixTime({ description: 'Time of hangup.', optional: true })
  endedAt?: Date;

  @Integer({ description: 'Final SIP code.', example: 200, ...CODES, nullable: true, optional: true })
  sipCode?: number | null;

  @Integer({
    description: '0-based index in `routes` of the route that answered.',
    example: 0,
    min: 0,
    max: BRANCH_MAX,
    nullable: true,
    optional: true,
  })
  branch?: number | null;

  @OneOf({
    description: 'Party that hung up.',
    values: DISCONNECTING_PARTIES,
    name: 'DisconnectingParty',
    nullable: true,
    optional: true,
  })
  disconnectedBy?: string | null;

  @Nested(() => CorrectedAttemptBody, {
    description: 'Attempts, in order.',
    many: true,
    max: ATTEMPTS_MAX,
    optional: true,
  })
  attempts?: readonly CorrectedAttemptBody[];
}

export class DiscardQuarantinedBody {
  @Text({
    description: 'Reason for discarding the row, stored with the row and in the audit trail.',
    example: 'Test call of the switch vendor, ticket 4711',
    max: REASON_MAX,
    lines: true,
  })
  reason: string;
}

export function quarantineFilterOf({ state = 'open', reason, switchId, accountId }: ListQuarantineQuery) {
  return {
    state: state === 'all' ? null : state,
    reason: reason ?? null,
    switchId: switchId ?? null,
    accountId: accountId ?? null,
  } satisfies QuarantineFilter;
}

/** Returns the members that were sent, as a switch sends them. */
export function correctionsOf(body: RetryQuarantinedBody): Corrections {
  return toJson(RetryQuarantinedBody, body) as Corrections;
}
