import {
  type CdrDetailView,
  DISCONNECTING_PARTIES,
  IMPORT_SOURCES,
  PRICE_LEGS,
  PRICE_LINE_KINDS,
} from '@trunkline/cdr';
import { CALLER_MEMBERS, DIRECTIONS, hangupCause, type RateQuote, REJECTIONS } from '@trunkline/kernel';
import { Cents, Currency, Decimal, Flag, Id, Integer, Nested, OneOf, Text, UnixTime } from '../../http';
import { EventField } from '../../webhooks/events/event-field';
import { CdrAttemptDto, toAttemptDto } from './attempts.dto';
import { HANGUP_CAUSE } from './cdr-filters';

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

  @Flag({ description: 'Whether the caller withheld its number.', jsonName: 'caller_withheld' })
  isCallerWithheld: boolean;

  @EventField(CALLER_MEMBERS.attestation)
  attestation: string | null;

  @EventField(CALLER_MEMBERS.verification)
  verification: string | null;

  @Text({ description: 'Called number or SIP URI; may be redacted.', example: '+4930901820', nullable: true })
  callee: string | null;

  @Text({ description: "The account's number on this call.", example: '+4930901820', nullable: true })
  e164: string | null;

  @Text({ description: "ID of the account's number.", example: 'num_0mh2k3l4p9f1c2d3e4b5a6978', nullable: true })
  numberId: string | null;

  @Text({ description: 'ID of the routing profile that routed the call.', example: null, nullable: true })
  routingProfileId: string | null;

  @Text({
    description: 'ID of the SIP trunk that answered, else that was tried last, else that the number routes to.',
    example: 'trk_0mh2k3l4p9f1c2d3e4b5a6978',
    nullable: true,
  })
  sipTrunkId: string | null;

  @Text({ description: 'Number that the call was forwarded to; may be redacted.', example: null, nullable: true })
  forwardToE164: string | null;

  @Text({ description: 'ID of the WebRTC user who answered.', example: null, nullable: true })
  webrtcUserId: string | null;

  @EventField(CALLER_MEMBERS.customer_reference)
  customerReference: string | null;

  @UnixTime({ description: 'Time of call setup.' })
  startedAt: Date;

  @UnixTime({ description: 'Time of answer; null if unanswered.', nullable: true })
  answeredAt: Date | null;

  @UnixTime({ description: 'Time of teardown.' })
  endedAt: Date;

  @Integer({ description: 'Seconds from setup to teardown.', example: 70 })
  durationSeconds: number;

  @Integer({ description: 'Seconds from answer to teardown.', example: 62 })
  billableDurationSeconds: number;

  @OneOf({ description: 'Why the call ended.', ...HANGUP_CAUSE, nullable: true })
  hangupCause: string | null;

  @Integer({ description: 'Final SIP response code.', example: 200, nullable: true })
  sipResponseCode: number | null;

  @Cents({ description: 'Price of the call.', example: 1 })
  customerTotalCents: number;

  @Currency()
  currency: string;

  @Text({
    description: 'ID of the charge; null for a free call.',
    example: 'txn_0mh2k3l4p9f1c2d3e4b5a6978',
    nullable: true,
  })
  billingTransactionId: string | null;

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
    jsonName: 'estimated_leg',
  })
  isLegEstimated: boolean;

  @OneOf({
    description:
      'The former provider from whose records the call was imported, free of charge; null for every other call.',
    values: IMPORT_SOURCES,
    name: 'ImportSource',
    nullable: true,
  })
  importedFrom: string | null;
}

export class CdrRatingDto {
  @Text({
    description: 'Matched prefix of the number; empty if the price applies to all numbers.',
    example: '49',
    min: 0,
  })
  prefix: string;

  @Integer({ description: 'Price in micro-cents per minute.', example: 600_000 })
  ratePerMinuteMicrocents: number;

  @Integer({ description: 'Minimum billed seconds.', example: 1 })
  firstSeconds: number;

  @Integer({ description: 'Billing increment in seconds after the minimum.', example: 1 })
  nextSeconds: number;

  @Cents({ description: 'Connection fee.', example: 0 })
  connectionFeeCents: number;

  @Integer({ description: 'Percent by which price and connection fee were reduced for the account.', example: 0 })
  discountPct: number;
}

/** What the call began with. */
export class CdrDecisionDto {
  @Id({ description: 'ID of the decision.', prefix: 'rd' })
  id: string;

  @UnixTime({ description: 'Time of the decision.' })
  at: Date;

  @OneOf({ description: 'Whether the call was routed.', values: ['route', 'reject'], name: 'CallAction' })
  action: string;

  @OneOf({
    description: 'The rule that rejected the call; null for a call that was routed.',
    values: REJECTIONS,
    name: 'RejectionReason',
    nullable: true,
  })
  reason: string | null;

  @Integer({ description: 'SIP response to a rejected call.', example: null, nullable: true })
  sipCode: number | null;

  @Integer({ description: 'How many routes the switch was given.', example: 2 })
  routes: number;

  @Integer({ description: 'Granted seconds from the answer, as last extended.', example: 3600 })
  maxDurationSeconds: number;
}

/** A part of the price. */
export class PriceLineDto {
  @OneOf({ description: 'What the line is for.', values: PRICE_LINE_KINDS, name: 'PriceLineKind' })
  kind: string;

  @OneOf({
    description: 'The call itself, or the leg that forwards it; null for the rounding of the whole price to a cent.',
    values: PRICE_LEGS,
    name: 'PriceLeg',
    nullable: true,
  })
  leg: string | null;

  @Integer({
    description: 'Seconds that are charged, in the increments of the price; null unless the line is for time.',
    example: 62,
    nullable: true,
  })
  billedSeconds: number | null;

  @Integer({ description: 'Amount in micro-cents; negative for a discount.', example: 620_000 })
  amountMicrocents: number;
}

export class CdrDetailDto extends CdrDto {
  @Nested(() => CdrDecisionDto, {
    description: 'The decision that the call began with; null if it is no longer stored.',
    nullable: true,
  })
  decision: CdrDecisionDto | null;

  @Text({ description: 'Why the call ended, in one sentence.', example: hangupCause('normal_clearing').explanation })
  explanation: string;

  @Text({ description: 'What to do about it, in one sentence.', example: hangupCause('normal_clearing').remedy })
  remedy: string;

  @Nested(() => PriceLineDto, {
    description: 'Parts of the price, which add up to it exactly; none for an unanswered call.',
    many: true,
  })
  priceLines: readonly PriceLineDto[];

  @Decimal({ description: 'Average price in cents per billable second; 0 without billable time.', example: 0.016 })
  customerPerSecondCents: number;

  @UnixTime({ description: 'When the record was written.' })
  createdAt: Date;

  @Text({ description: 'SIP Call-ID.', example: 'a84b4c76e66710@203.0.113.7' })
  sipCallId: string;

  @OneOf({ description: 'Who hung up.', values: DISCONNECTING_PARTIES, name: 'DisconnectingParty', nullable: true })
  disconnectedBy: string | null;

  @Nested(() => CdrRatingDto, { description: 'Price of the call; null for a rejected call.', nullable: true })
  rating: CdrRatingDto | null;

  @Nested(() => CdrRatingDto, { description: 'Price of the forwarded leg. Included in the total.', nullable: true })
  forwardRating: CdrRatingDto | null;

  @Nested(() => CdrAttemptDto, { description: 'Attempts, in order.', many: true })
  attempts: readonly CdrAttemptDto[];
}

export function toCdrDetailDto(cdr: CdrDetailView): CdrDetailDto {
  const { customerTotalCents, billableDurationSeconds } = cdr;
  const customerPerSecondCents = billableDurationSeconds === 0 ? 0 : customerTotalCents / billableDurationSeconds;
  return {
    ...cdr,
    customerPerSecondCents,
    rating: toRatingDto(cdr.rating),
    forwardRating: toRatingDto(cdr.forwardRating),
    attempts: cdr.attempts.map(toAttemptDto),
  };
}

export function toRatingDto(rating: RateQuote | null): CdrRatingDto | null {
  return rating && { ...rating, discountPct: rating.discountPct ?? 0 };
}
