import {
  type Attempt,
  type CallerTrust,
  completeAttempt,
  CURRENCY,
  type HangupCause,
  routesNamed,
  shownCaller,
} from '@trunkline/kernel';
import { answeredRoute } from './answered-route';
import type { CallReport, DisconnectingParty } from './call-report';
import type { DecidedRoute, Decision, Direction } from './decision';
import { hangupCauseOf } from './hangup-cause';
import { type RateQuote, rateLegs } from '../rating/rating';

/** The former providers whose call records can be imported; `generic` is any other. */
export const IMPORT_SOURCES = ['twilio', 'telnyx', 'didww', 'generic'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** A call detail record, written with its charge. That of an answered call never changes. See docs/cdrs.md#guarantees. */
export interface Cdr extends CallerTrust {
  readonly id: string;
  readonly accountId: string;
  readonly switchId: string;
  readonly sipCallId: string;
  readonly decisionId: string;
  readonly direction: Direction;
  /** Null for a caller that withholds its number. */
  readonly caller: string | null;
  readonly callee: string | null;
  readonly e164: string | null;
  readonly numberId: string | null;
  readonly numberType: string | null;
  /** Country of the remote party: the caller of an inbound call, the callee of an outbound call. */
  readonly country: string | null;
  readonly routingProfileId: string | null;
  readonly sipTrunkId: string | null;
  readonly forwardToE164: string | null;
  readonly webrtcUserId: string | null;
  /** What the customer has named the call when it placed it; null for calls that a system has placed. */
  readonly customerReference: string | null;
  readonly startedAt: Date;
  readonly answeredAt: Date | null;
  readonly endedAt: Date;
  readonly durationSeconds: number;
  readonly billableDurationSeconds: number;
  readonly hangupCause: HangupCause;
  readonly sipResponseCode: number | null;
  readonly disconnectedBy: DisconnectingParty | null;
  readonly customerTotalCents: number;
  readonly currency: string;
  /** Price of the call; null for a call without one. */
  readonly rating: RateQuote | null;
  readonly forwardRating: RateQuote | null;
  /** The report did not say which route answered, so the most expensive possible one is charged. */
  readonly isLegEstimated: boolean;
  /** The former provider that the call was made with, and is free here; null for every other call. */
  readonly importedFrom: ImportSource | null;
  readonly attempts: readonly Attempt[];
}

/** A target must send a first response within 4 seconds: a call that times out later has rung. */
const FIRST_RESPONSE_SECONDS = 4;

/** Combines decision and report into a rated CDR. */
export function createCdr(
  { id, accountId, country }: Pick<Cdr, 'id' | 'accountId' | 'country'>,
  report: CallReport,
  decision: Decision,
): Cdr {
  const isAnswered = report.answeredAt !== null;
  const billableDurationSeconds = isAnswered ? billableSeconds(report.answeredAt, report.endedAt, decision) : 0;
  const { route, isEstimated } = isAnswered
    ? answeredRoute(report, decision, billableDurationSeconds)
    : { route: null, isEstimated: false };
  return {
    ...ownersOf(decision),
    ...endOf(report, decision, billableDurationSeconds),
    ...destinationOf(report, decision, route),
    ...chargeOf(decision, route, billableDurationSeconds),
    id,
    accountId,
    country,
    isLegEstimated: isEstimated,
    importedFrom: null,
    billableDurationSeconds,
    durationSeconds: secondsBetween(report.startedAt, report.endedAt),
    attempts: withWebhooks(attemptsOf(report, decision, isEstimated ? null : route), decision.asked),
  };
}

/** Returns the number of the remote party, or null when the decision has none. */
export function remotePartyOf({ direction, from, to }: Decision): string | null {
  return (direction === 'inbound' ? from : to) || null;
}

/** At most the granted time: the customer does not pay for a call that the switch failed to cut. */
function billableSeconds(answeredAt: Date, endedAt: Date, { maxDurationSeconds }: Decision): number {
  return Math.min(secondsBetween(answeredAt, endedAt), maxDurationSeconds);
}

function destinationOf(report: CallReport, decision: Decision, answered: DecidedRoute | null) {
  const trunkId = answered ? answered.trunkId : lastTrunkOf(report, decision);
  const sipTrunkId = trunkId ?? decision.sipTrunkId;
  const isForwarded = answered?.targetKind === 'pstn_forward' && decision.direction === 'inbound';
  return {
    sipTrunkId,
    forwardToE164: isForwarded ? answered.destination : null,
    webrtcUserId: answered?.webrtcUserId ?? null,
  };
}

/** Returns the trunk that the call was sent to last, where its attempt names one. */
function lastTrunkOf(report: CallReport, { routes }: Decision): string | null {
  const last = madeAttempts(report).at(-1);
  const [trunkId = null, ...others] = new Set(last && routesNamed(last, routes).map((route) => route.trunkId));
  return others.length === 0 ? trunkId : null;
}

function chargeOf({ rating }: Decision, answered: DecidedRoute | null, billableSeconds: number) {
  const forwardRating = answered?.rating ?? null;
  const legs = [rating, forwardRating].filter((leg) => leg !== null);
  const { customerTotalCents } = rateLegs(legs, billableSeconds);
  return { rating, forwardRating, customerTotalCents, currency: CURRENCY };
}

function ownersOf(decision: Decision) {
  const { direction, from, to, e164, numberId, numberType, routingProfileId } = decision;
  const { attestation, verification, customerReference } = decision;
  const { switchId, callId: sipCallId, id: decisionId } = decision;
  const parties = {
    direction,
    ...shownCaller({ caller: from, isCallerWithheld: decision.isCallerWithheld }),
    attestation,
    verification,
    callee: to || null,
    e164,
    numberId,
    numberType,
    routingProfileId,
    customerReference,
  };
  return { ...parties, switchId, sipCallId, decisionId };
}

/** Timers of switches tick once a second, and the fractions of reported times are dropped. */
const TIMER_SECONDS = 1;

function endOf(report: CallReport, decision: Decision, billableSeconds: number) {
  const { startedAt, answeredAt, endedAt, disconnectedBy } = report;
  const isAnswered = answeredAt !== null;
  const sipCode = isAnswered ? 200 : (report.sipCode ?? decision.rejectCode);
  const hangupCause = hangupCauseOf({
    isAnswered,
    sipCode,
    hasRung: hasRung(report, decision),
    attemptCodes: madeAttempts(report).map((attempt) => attempt.sipCode),
    isCutAtLimit: disconnectedBy === 'system' && billableSeconds >= decision.maxDurationSeconds - TIMER_SECONDS,
    rejectCause: decision.rejectCause,
  });
  return { startedAt, answeredAt, endedAt, disconnectedBy, hangupCause, sipResponseCode: sipCode };
}

/** The attempts that decide why the call failed: those to the agent only if the number was not called. */
function madeAttempts({ attempts }: CallReport) {
  const made = attempts.filter(({ result }) => result !== 'skipped');
  const toCallee = made.filter(({ leg }) => leg === 'callee');
  return toCallee.length > 0 ? toCallee : made;
}

function hasRung({ attempts, startedAt, endedAt }: CallReport, { rangAt }: Decision): boolean {
  if (rangAt !== null || attempts.some(({ ringSeconds }) => ringSeconds > 0)) return true;
  return attempts.length === 0 && secondsBetween(startedAt, endedAt) > FIRST_RESPONSE_SECONDS;
}

/** Completes the reported attempts from the decision. Without any, the answered route is the only attempt. */
function attemptsOf(report: CallReport, decision: Decision, answered: DecidedRoute | null): Attempt[] {
  if (report.attempts.length > 0) return report.attempts.map((each) => completeAttempt(each, decision.routes));
  if (answered === null || report.answeredAt === null) return [];
  const { startedAt, answeredAt } = report;
  const only = {
    order: 1,
    isOrderStated: true,
    isResultStated: true,
    leg: 'callee',
    targetId: answered.targetId,
    gatewayId: answered.gatewayId,
    carrierId: answered.carrierId ?? null,
    contactId: answered.contactId ?? null,
    address: null,
    startedAt,
    ringSeconds: secondsBetween(startedAt, answeredAt),
    answeredAt,
    sipCode: 200,
    sipReason: null,
    result: 'answered',
  } as const;
  return [completeAttempt(only, [answered])];
}

/** Adds the webhooks that did not decide where the call goes, or have rejected it, in their place, and numbers all anew. */
function withWebhooks(attempts: readonly Attempt[], asked: Decision['asked']): readonly Attempt[] {
  const told = asked.filter(({ code, failure }) => code !== null || failure !== null);
  if (told.length === 0) return attempts;
  const placed = [
    ...attempts.map((attempt) => ({ place: attempt.order, attempt })),
    // Behind the attempts of the routes that came before.
    ...told.map((webhook) => ({ place: webhook.afterRoutes + 0.5, attempt: webhookAttempt(webhook) })),
  ];
  return placed.sort((a, b) => a.place - b.place).map(({ attempt }, index) => ({ ...attempt, order: index + 1 }));
}

function webhookAttempt({ targetId, askedAt, code, failure }: Decision['asked'][number]): Attempt {
  return {
    order: 0,
    leg: 'callee',
    targetId,
    targetKind: 'webhook',
    gatewayId: null,
    carrierId: null,
    contactId: null,
    address: null,
    destination: null,
    startedAt: askedAt,
    ringSeconds: 0,
    answeredAt: null,
    sipCode: code,
    sipReason: failure,
    result: code === null ? 'skipped' : 'failed',
  };
}

function secondsBetween(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / 1000);
}
