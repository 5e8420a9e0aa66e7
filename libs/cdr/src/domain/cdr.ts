import { CURRENCY } from '@trunkline/kernel';
import type { AttemptResult, CallReport, DisconnectingParty, ReportedAttempt } from './call-report';
import { type HangupCause, hangupCauseOf } from './hangup-cause';
import { type RateQuote, rateLegs } from './rating';

export const DIRECTIONS = ['inbound', 'outbound'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export interface DecidedRoute {
  readonly targetId: string | null;
  readonly targetKind: string;
  readonly trunkId: string | null;
  readonly gatewayId: string | null;
  readonly destination: string;
  /** The second leg's price, for calls forwarded to the telephone network. */
  readonly rating: RateQuote | null;
}

/** What was decided about a call when it came. */
export interface Decision {
  readonly id: string;
  readonly callId: string;
  readonly switchId: string;
  readonly accountId: string | null;
  readonly direction: Direction;
  readonly from: string;
  readonly to: string;
  readonly e164: string | null;
  readonly numberId: string | null;
  readonly numberType: string | null;
  readonly country: string | null;
  readonly routingProfileId: string | null;
  readonly sipTrunkId: string | null;
  readonly action: 'route' | 'reject';
  readonly rejectCode: number | null;
  readonly rejectCause: string | null;
  readonly rating: RateQuote | null;
  readonly routes: readonly DecidedRoute[];
  readonly maxDurationSeconds: number;
  readonly rangAt: Date | null;
}

export interface Attempt {
  readonly order: number;
  readonly targetId: string | null;
  readonly targetKind: string | null;
  readonly gatewayId: string | null;
  readonly destination: string | null;
  readonly startedAt: Date | null;
  readonly ringSeconds: number;
  readonly sipCode: number | null;
  readonly result: AttemptResult;
}

/** The record of a call: written once, rated and charged with it, never changed (contract, section 12). */
export interface Cdr {
  readonly id: string;
  readonly accountId: string;
  readonly switchId: string;
  readonly sipCallId: string;
  readonly decisionId: string;
  readonly direction: Direction;
  readonly caller: string | null;
  readonly callee: string | null;
  readonly e164: string | null;
  readonly numberId: string | null;
  readonly numberType: string | null;
  readonly country: string | null;
  readonly routingProfileId: string | null;
  readonly sipTrunkId: string | null;
  readonly forwardToE164: string | null;
  readonly webrtcUserId: string | null;
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
  /** The inputs of the charge. */
  readonly rating: RateQuote | null;
  readonly forwardRating: RateQuote | null;
  readonly attempts: readonly Attempt[];
}

const UNKNOWN_ROUTE = { targetId: null, targetKind: null, gatewayId: null, destination: null };

/** A provisional answer is due within 4 seconds (contract, section 11): a call that times out later has rung. */
const REPLY_SECONDS = 4;

/** Puts together what was decided and what happened. Pure: the charge follows from these two alone. */
export function recordOf(id: string, accountId: string, report: CallReport, decision: Decision): Cdr {
  const isAnswered = report.answeredAt !== null;
  const billableDurationSeconds = isAnswered ? secondsBetween(report.answeredAt, report.endedAt) : 0;
  const answered = isAnswered ? answeredRoute(report, decision) : null;
  return {
    ...ownersOf(decision),
    ...endOf(report, decision, billableDurationSeconds),
    ...destinationOf(decision, answered),
    ...chargeOf(decision, answered, billableDurationSeconds),
    id,
    accountId,
    durationSeconds: secondsBetween(report.startedAt, report.endedAt),
    billableDurationSeconds,
    attempts: attemptsOf(report, decision, answered),
  };
}

function destinationOf(decision: Decision, answered: DecidedRoute | null) {
  const sipTrunkId = answered?.trunkId ?? decision.sipTrunkId;
  const isForwarded = answered?.targetKind === 'pstn_forward' && decision.direction === 'inbound';
  return {
    sipTrunkId,
    forwardToE164: isForwarded ? answered.destination : null,
    webrtcUserId: answered?.targetKind === 'webrtc_user' ? answered.destination : null,
  };
}

function chargeOf({ rating }: Decision, answered: DecidedRoute | null, billableSeconds: number) {
  const forwardRating = answered?.rating ?? null;
  const legs = [rating, forwardRating].filter((leg) => leg !== null);
  const { customerTotalCents } = rateLegs(legs, billableSeconds);
  return { rating, forwardRating, customerTotalCents, currency: CURRENCY };
}

function ownersOf(decision: Decision) {
  const { direction, from, to, e164, numberId, numberType, country, routingProfileId } = decision;
  const { switchId, callId: sipCallId, id: decisionId } = decision;
  const parties = {
    direction,
    caller: from || null,
    callee: to || null,
    e164,
    numberId,
    numberType,
    country,
    routingProfileId,
  };
  return { ...parties, switchId, sipCallId, decisionId };
}

function endOf(report: CallReport, decision: Decision, billableSeconds: number) {
  const { startedAt, answeredAt, endedAt, disconnectedBy } = report;
  const isAnswered = answeredAt !== null;
  const sipCode = isAnswered ? 200 : (report.sipCode ?? decision.rejectCode);
  const hangupCause = hangupCauseOf({
    isAnswered,
    sipCode,
    hasRung: hasRung(report, decision),
    attemptCodes: report.attempts.filter(({ result }) => result !== 'skipped').map((attempt) => attempt.sipCode),
    isCutAtLimit: disconnectedBy === 'system' && billableSeconds >= decision.maxDurationSeconds,
    rejectCause: decision.rejectCause,
  });
  return { startedAt, answeredAt, endedAt, disconnectedBy, hangupCause, sipResponseCode: sipCode };
}

function hasRung({ attempts, startedAt, endedAt }: CallReport, { rangAt }: Decision): boolean {
  if (rangAt !== null || attempts.some(({ ringSeconds }) => ringSeconds > 0)) return true;
  return attempts.length === 0 && secondsBetween(startedAt, endedAt) > REPLY_SECONDS;
}

/** The route that was answered: as the attempts tell, else the branch; the only one, where there is no other. */
function answeredRoute({ attempts, branch }: CallReport, { routes }: Decision): DecidedRoute | null {
  const winner = attempts.find(({ result }) => result === 'answered');
  if (winner) return routeOf(winner, routes);
  if (branch !== null && routes[branch]) return routes[branch];
  return routes.length === 1 ? (routes[0] ?? null) : null;
}

function routeOf(
  { targetId, gatewayId, order }: ReportedAttempt,
  routes: readonly DecidedRoute[],
): DecidedRoute | null {
  const isNamed = (route: DecidedRoute) => route.targetId === targetId && route.gatewayId === gatewayId;
  const named = targetId === null && gatewayId === null ? undefined : routes.find(isNamed);
  return named ?? routes[order - 1] ?? null;
}

/** As the switch told them, in the decision's words; a switch that tells none still tells who answered. */
function attemptsOf(report: CallReport, decision: Decision, answered: DecidedRoute | null): Attempt[] {
  if (report.attempts.length > 0) return report.attempts.map((each) => attemptOf(each, routeOf(each, decision.routes)));
  if (answered === null || report.answeredAt === null) return [];
  const { targetId, targetKind, gatewayId, destination } = answered;
  const ringSeconds = secondsBetween(report.startedAt, report.answeredAt);
  const target = { targetId, targetKind, gatewayId, destination };
  return [{ order: 1, ...target, startedAt: report.startedAt, ringSeconds, sipCode: 200, result: 'answered' }];
}

function attemptOf(attempt: ReportedAttempt, route: DecidedRoute | null): Attempt {
  const { targetId, gatewayId, targetKind, destination } = route ?? UNKNOWN_ROUTE;
  const named = { targetId: attempt.targetId ?? targetId, gatewayId: attempt.gatewayId ?? gatewayId };
  return { ...attempt, ...named, targetKind, destination };
}

function secondsBetween(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / 1000);
}
