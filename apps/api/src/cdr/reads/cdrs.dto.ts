import { type CdrDetailView, type CdrView, DISCONNECTING_PARTIES, HANGUP_CAUSES, type RateQuote } from '@trunkline/cdr';
import { CALLER_MEMBERS, DIRECTIONS, unixSeconds, unixSecondsOrNull } from '@trunkline/kernel';
import { Cents, Decimal, Flag, Id, Integer, Nested, OneOf, Text, UnixTime } from '../../http';
import { EventField } from '../../webhooks/events/event-field';
import { CdrAttemptDto, toAttemptDto } from './attempts.dto';

export class CdrDto {
  @Id({ description: 'ID of the call record.', prefix: 'cdr' })
  id: string;

  @OneOf({ description: 'Direction of the call.', values: DIRECTIONS, name: 'CallDirection' })
  direction: string;

  @Text({
    description: 'Caller: E.164 number or SIP URI; may be redacted. Null for a caller that withholds its number.',
    example: '+4930123456',
    nullable: true,
  })
  caller: string | null;

  @Flag({ description: 'Whether the caller withheld its number.' })
  caller_withheld: boolean;

  @EventField(CALLER_MEMBERS.attestation)
  attestation: string | null;

  @EventField(CALLER_MEMBERS.verification)
  verification: string | null;

  @Text({ description: 'Called number or SIP URI; may be redacted.', example: '+4930901820', nullable: true })
  callee: string | null;

  @Text({ description: "The account's number on this call.", example: '+4930901820', nullable: true })
  e164: string | null;

  @Text({ description: "ID of the account's number.", example: 'num_0mh2k3l4p9f1c2d3e4b5a6978', nullable: true })
  number_id: string | null;

  @Text({ description: 'ID of the routing profile that routed the call.', example: null, nullable: true })
  routing_profile_id: string | null;

  @Text({ description: 'ID of the SIP trunk that answered.', example: 'trk_0mh2k3l4p9f1c2d3e4b5a6978', nullable: true })
  sip_trunk_id: string | null;

  @Text({ description: 'Number that the call was forwarded to; may be redacted.', example: null, nullable: true })
  forward_to_e164: string | null;

  @Text({ description: 'ID of the WebRTC user who answered.', example: null, nullable: true })
  webrtc_user_id: string | null;

  @EventField(CALLER_MEMBERS.customer_reference)
  customer_reference: string | null;

  @UnixTime({ description: 'Time of call setup.' })
  started_at: number;

  @UnixTime({ description: 'Time of answer; null if unanswered.', nullable: true })
  answered_at: number | null;

  @UnixTime({ description: 'Time of teardown.' })
  ended_at: number;

  @Integer({ description: 'Seconds from setup to teardown.', example: 70 })
  duration_s: number;

  @Integer({ description: 'Seconds from answer to teardown.', example: 62 })
  billable_duration_s: number;

  @OneOf({ description: 'Why the call ended.', values: HANGUP_CAUSES, name: 'HangupCause', nullable: true })
  hangup_cause: string | null;

  @Integer({ description: 'Final SIP response code.', example: 200, nullable: true })
  sip_response_code: number | null;

  @Cents({ description: 'Price of the call.', example: 1 })
  customer_total_cents: number;

  @Text({ description: 'ISO 4217.', example: 'USD' })
  currency: string;

  @Text({
    description: 'ID of the charge; null for a free call.',
    example: 'txn_0mh2k3l4p9f1c2d3e4b5a6978',
    nullable: true,
  })
  billing_transaction_id: string | null;

  @Text({
    description:
      'Country of the remote party: of the caller for inbound calls, including forwarded ones, and of the callee for ' +
      'outbound calls. Null for withheld numbers, SIP URIs and numbers without a country (+800, +870, +883).',
    example: 'DE',
    nullable: true,
  })
  country: string | null;

  @Flag({
    description:
      'True if the switch did not report which route answered. The call was then charged at the price of the most expensive ' +
      'possible route; an excessive charge is corrected by an adjustment.',
  })
  estimated_leg: boolean;
}

export class CdrRatingDto {
  @Text({
    description: 'Matched prefix of the number; empty if the price applies to all numbers.',
    example: '49',
    min: 0,
  })
  prefix: string;

  @Integer({ description: 'Price in micro-cents per minute.', example: 600_000 })
  rate_per_minute_microcents: number;

  @Integer({ description: 'Minimum billed seconds.', example: 1 })
  first_s: number;

  @Integer({ description: 'Billing increment in seconds after the minimum.', example: 1 })
  next_s: number;

  @Cents({ description: 'Connection fee.', example: 0 })
  connection_fee_cents: number;
}

export class CdrDetailDto extends CdrDto {
  @Decimal({ description: 'Average price in cents per billable second; 0 without billable time.', example: 0.016 })
  customer_per_second_cents: number;

  @UnixTime({ description: 'When the record was written.' })
  created_at: number;

  @Text({ description: 'SIP Call-ID.', example: 'a84b4c76e66710@203.0.113.7' })
  sip_call_id: string;

  @OneOf({ description: 'Who hung up.', values: DISCONNECTING_PARTIES, name: 'DisconnectingParty', nullable: true })
  disconnected_by: string | null;

  @Nested(() => CdrRatingDto, { description: 'Price of the call; null for a rejected call.', nullable: true })
  rating: CdrRatingDto | null;

  @Nested(() => CdrRatingDto, { description: 'Price of the forwarded leg. Included in the total.', nullable: true })
  forward_rating: CdrRatingDto | null;

  @Nested(() => CdrAttemptDto, { description: 'Attempts, in order.', many: true })
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
    caller_withheld: cdr.isCallerWithheld,
    attestation: cdr.attestation,
    verification: cdr.verification,
    callee: cdr.callee,
    e164: cdr.e164,
    number_id: cdr.numberId,
    routing_profile_id: cdr.routingProfileId,
    sip_trunk_id: cdr.sipTrunkId,
    forward_to_e164: cdr.forwardToE164,
    webrtc_user_id: cdr.webrtcUserId,
    customer_reference: cdr.customerReference,
    started_at: unixSeconds(cdr.startedAt),
    answered_at: unixSecondsOrNull(cdr.answeredAt),
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
    attempts: cdr.attempts.map(toAttemptDto),
  };
}
