import {
  ATTEMPT_RESULTS,
  type CdrDetailView,
  type CdrView,
  DIRECTIONS,
  DISCONNECTING_PARTIES,
  HANGUP_CAUSES,
  type RateQuote,
} from '@trunkline/cdr';
import { unixSeconds } from '@trunkline/kernel';
import { Cents, Decimal, Flag, Id, Integer, Nested, OneOf, Text, UnixTime } from '../http';

export class CdrDto {
  @Id({ description: 'Identifier.', prefix: 'cdr' })
  id: string;

  @OneOf({ description: 'Direction.', values: DIRECTIONS, name: 'CallDirection', example: 'inbound' })
  direction: string;

  @Text({ description: 'Who called: E.164 or SIP URI; may be redacted.', example: '+4930123456', nullable: true })
  caller: string | null;

  @Text({ description: 'Who was called; may be redacted.', example: '+4930901820', nullable: true })
  callee: string | null;

  @Text({ description: "The account's number on this call.", example: '+4930901820', nullable: true })
  e164: string | null;

  @Text({ description: 'That number.', example: 'num_0mh2k3l4p9f1c2d3e4b5a6978', nullable: true })
  number_id: string | null;

  @Text({ description: 'The routing profile that the call went through.', example: null, nullable: true })
  routing_profile_id: string | null;

  @Text({ description: 'The SIP trunk that answered.', example: 'trk_0mh2k3l4p9f1c2d3e4b5a6978', nullable: true })
  sip_trunk_id: string | null;

  @Text({ description: 'Where it was forwarded to.', example: null, nullable: true })
  forward_to_e164: string | null;

  @Text({ description: 'The WebRTC user who answered.', example: null, nullable: true })
  webrtc_user_id: string | null;

  @UnixTime({ description: 'Call setup.' })
  started_at: number;

  @UnixTime({ description: 'Null when unanswered.', nullable: true })
  answered_at: number | null;

  @UnixTime({ description: 'Teardown.' })
  ended_at: number;

  @Integer({ description: 'Setup to teardown.', example: 70 })
  duration_s: number;

  @Integer({ description: 'Answer to teardown.', example: 62 })
  billable_duration_s: number;

  @OneOf({
    description: 'Why it ended.',
    values: HANGUP_CAUSES,
    name: 'HangupCause',
    nullable: true,
    example: 'normal_clearing',
  })
  hangup_cause: string | null;

  @Integer({ description: 'Final SIP code.', example: 200, nullable: true })
  sip_response_code: number | null;

  @Cents({ description: 'What the call cost.', example: 1 })
  customer_total_cents: number;

  @Text({ description: 'ISO 4217.', example: 'USD' })
  currency: string;

  @Text({
    description: 'The charge; null when it cost nothing.',
    example: 'txn_0mh2k3l4p9f1c2d3e4b5a6978',
    nullable: true,
  })
  billing_transaction_id: string | null;

  @Text({
    description:
      'Of the far end: of the caller for calls in, forwarded ones included, of the callee for calls out. Null when it ' +
      'withholds its number, for SIP URIs and for numbers of no country (+800, +870, +883).',
    example: 'DE',
    nullable: true,
  })
  country: string | null;

  @Flag({
    description:
      'The switch did not report which route answered, so the call was charged as the dearest that can have. A charge that ' +
      'was too high is corrected by an adjustment.',
    example: false,
  })
  estimated_leg: boolean;
}

export class CdrRatingDto {
  @Text({ description: 'Digits that found the price; empty for a price of every number.', example: '49', min: 0 })
  prefix: string;

  @Integer({ description: 'Micro-cents per minute.', example: 600_000 })
  rate_per_minute_microcents: number;

  @Integer({ description: 'The shortest time that is charged.', example: 1 })
  first_s: number;

  @Integer({ description: 'Beyond it, multiples of this.', example: 1 })
  next_s: number;

  @Cents({ description: 'For the connection.', example: 0 })
  connection_fee_cents: number;
}

export class CdrAttemptDto {
  @Integer({ description: 'Counts from 1.', example: 1 })
  order: number;

  @Text({ description: 'The target.', example: null, nullable: true })
  target_id: string | null;

  @Text({ description: 'Its kind.', example: 'sip_trunk', nullable: true })
  target_kind: string | null;

  @Text({ description: 'The gateway.', example: 'gw_0mh2k3l4p9f1c2d3e4b5a6978', nullable: true })
  gateway_id: string | null;

  @Text({ description: 'Where it went.', example: 'sip1.example.com:5060', nullable: true, max: 300 })
  destination: string | null;

  @UnixTime({ description: 'When it began.', nullable: true })
  started_at: number | null;

  @Integer({ description: 'How long it rang.', example: 8 })
  ring_s: number;

  @Integer({ description: 'Its final SIP code.', example: 200, nullable: true })
  sip_code: number | null;

  @OneOf({ description: 'How it ended.', values: ATTEMPT_RESULTS, name: 'AttemptResult', example: 'answered' })
  result: string;
}

export class CdrDetailDto extends CdrDto {
  @Decimal({ description: 'Total by billable second; 0 when there is none.', example: 0.016 })
  customer_per_second_cents: number;

  @UnixTime({ description: 'When the record was written.' })
  created_at: number;

  @Text({ description: 'Call-ID of SIP.', example: 'a84b4c76e66710@203.0.113.7' })
  sip_call_id: string;

  @OneOf({
    description: 'Who hung up.',
    values: DISCONNECTING_PARTIES,
    name: 'DisconnectingParty',
    nullable: true,
    example: 'caller',
  })
  disconnected_by: string | null;

  @Nested(() => CdrRatingDto, {
    description: 'The price it was charged by; null for a call that was refused.',
    nullable: true,
  })
  rating: CdrRatingDto | null;

  @Nested(() => CdrRatingDto, {
    description: 'The price of the forwarded leg, which the total includes.',
    nullable: true,
  })
  forward_rating: CdrRatingDto | null;

  @Nested(() => CdrAttemptDto, { description: 'What was tried, in order.', many: true })
  attempts: CdrAttemptDto[];
}

export function toCdrDto(cdr: CdrView): CdrDto {
  return fieldsOf(cdr);
}

function fieldsOf(cdr: CdrView) {
  return {
    id: cdr.id,
    direction: cdr.direction,
    caller: cdr.caller,
    callee: cdr.callee,
    e164: cdr.e164,
    number_id: cdr.numberId,
    routing_profile_id: cdr.routingProfileId,
    sip_trunk_id: cdr.sipTrunkId,
    forward_to_e164: cdr.forwardToE164,
    webrtc_user_id: cdr.webrtcUserId,
    started_at: unixSeconds(cdr.startedAt),
    answered_at: cdr.answeredAt && unixSeconds(cdr.answeredAt),
    ended_at: unixSeconds(cdr.endedAt),
    duration_s: cdr.durationSeconds,
    billable_duration_s: cdr.billableDurationSeconds,
    hangup_cause: cdr.hangupCause,
    sip_response_code: cdr.sipResponseCode,
    customer_total_cents: cdr.customerTotalCents,
    currency: cdr.currency,
    billing_transaction_id: cdr.billingTransactionId,
    country: cdr.country,
    estimated_leg: cdr.isLegEstimated,
  };
}

function toRatingDto({
  prefix,
  ratePerMinuteMicrocents,
  firstSeconds,
  nextSeconds,
  connectionFeeCents,
}: RateQuote): CdrRatingDto {
  return {
    prefix,
    rate_per_minute_microcents: ratePerMinuteMicrocents,
    first_s: firstSeconds,
    next_s: nextSeconds,
    connection_fee_cents: connectionFeeCents,
  };
}

export function toCdrDetailDto(cdr: CdrDetailView): CdrDetailDto {
  const { customerTotalCents, billableDurationSeconds } = cdr;
  return {
    ...fieldsOf(cdr),
    customer_per_second_cents: billableDurationSeconds === 0 ? 0 : customerTotalCents / billableDurationSeconds,
    created_at: unixSeconds(cdr.createdAt),
    sip_call_id: cdr.sipCallId,
    disconnected_by: cdr.disconnectedBy,
    rating: cdr.rating && toRatingDto(cdr.rating),
    forward_rating: cdr.forwardRating && toRatingDto(cdr.forwardRating),
    attempts: cdr.attempts.map((attempt) => ({
      order: attempt.order,
      target_id: attempt.targetId,
      target_kind: attempt.targetKind,
      gateway_id: attempt.gatewayId,
      destination: attempt.destination,
      started_at: attempt.startedAt && unixSeconds(attempt.startedAt),
      ring_s: attempt.ringSeconds,
      sip_code: attempt.sipCode,
      result: attempt.result,
    })),
  };
}
