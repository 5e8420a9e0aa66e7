import type { Attempt } from '@trunkline/kernel';

export const PEER_STATES = ['up', 'down', 'unknown'] as const;
/** State of a gateway or carrier; `unknown` before the first measurement that decides. */
export type PeerState = (typeof PEER_STATES)[number];

/** A failed probe is certain: nothing else was in the way. A failed call is not: it may have been its own fault. */
export const HEALTH_EVIDENCE = ['probe', 'call'] as const;
export type HealthEvidence = (typeof HEALTH_EVIDENCE)[number];

/** How a gateway responded to a call, and when the call was sent to it. */
export interface GatewayAttempt extends Pick<Attempt, 'result' | 'sipCode' | 'ringSeconds'> {
  readonly gatewayId: string;
  readonly at: Date;
}

export interface PeerHealth {
  readonly state: PeerState;
  readonly lastProbeAt: Date | null;
}

export const NEVER_REPORTED: PeerHealth = { state: 'unknown', lastProbeAt: null };

/** A peer that is down is tried last for this long, unless a success is reported. */
export const DOWN_SECONDS = 60;
/** So many failed calls within so many seconds count as one failed probe. */
export const FAILED_CALLS_MIN = 3;
export const FAILED_CALLS_SECONDS = 30;

/** A state as switches have reported it. */
export interface ReportedHealth extends PeerHealth {
  readonly lastSipCode: number | null;
  /** Time to the response to the newest probe. Null beside a call, which measures none. */
  readonly rttMs: number | null;
  /** When the peer got its state. */
  readonly since: Date | null;
}

/** What is known of a peer's health, by its newest measurement. */
export interface MeasuredHealth extends ReportedHealth {
  /** Null if nothing has measured it. */
  readonly evidence: HealthEvidence | null;
  readonly measuredAt: Date | null;
}

const REQUEST_TIMEOUT = 408;
/** Results that only a gateway that responds can have. */
const RESPONSES: readonly Attempt['result'][] = ['answered', 'busy', 'no_answer'];

/** A 6xx is the decision of the called party. */
const isResponse = (code: number | null): boolean =>
  code !== null && code !== REQUEST_TIMEOUT && (code < 500 || code >= 600);

/** Returns whether the gateway responded to an attempt. Null if the attempt was skipped, or cancelled before any response. */
function respondsBy({ result, sipCode, ringSeconds }: GatewayAttempt): boolean | null {
  if (result === 'skipped') return null;
  if (RESPONSES.includes(result) || ringSeconds > 0) return true;
  return result === 'cancelled' ? null : isResponse(sipCode);
}

interface MeasuredCalls {
  readonly isUp: boolean;
  readonly newest: GatewayAttempt;
  readonly oldest: GatewayAttempt;
  readonly count: number;
}

/** Returns the run of calls with one outcome that ends with the newest call; null without a call since `after`. */
function latestRun(attempts: readonly GatewayAttempt[], after: Date | null): MeasuredCalls | null {
  const calls = attempts.filter((attempt) => respondsBy(attempt) !== null && attempt.at > (after ?? 0));
  const [newest] = calls;
  if (!newest) return null;
  const isUp = respondsBy(newest) === true;
  const end = calls.findIndex((call) => respondsBy(call) !== isUp);
  const run = end === -1 ? calls : calls.slice(0, end);
  return { isUp, newest, oldest: run.at(-1) ?? newest, count: run.length };
}

/** Returns a report with its evidence. A state that is newer than the last probe came from calls. */
function ofReport<T extends ReportedHealth>(reported: T): T & MeasuredHealth {
  const { lastProbeAt, since } = reported;
  if (lastProbeAt !== null && lastProbeAt >= (since ?? lastProbeAt))
    return { ...reported, evidence: 'probe', measuredAt: lastProbeAt };
  return { ...reported, rttMs: null, evidence: since && 'call', measuredAt: since };
}

/**
 * Returns the health of a gateway by the newest measurement: the last report of a switch, or a newer call, `attempts` newest
 * first. A failed call may have been its own fault: it does not outweigh a report that the gateway is up, but
 * `FAILED_CALLS_MIN` in a row do.
 */
export function measuredHealth<T extends ReportedHealth>(
  reported: T,
  attempts: readonly GatewayAttempt[],
): T & MeasuredHealth {
  const known = ofReport(reported);
  const run = latestRun(attempts, known.measuredAt);
  if (!run || (known.state === 'up' && !run.isUp && run.count < FAILED_CALLS_MIN)) return known;
  const { newest, oldest, isUp } = run;
  const state = isUp ? 'up' : 'down';
  const since = known.state === state ? known.since : oldest.at;
  return {
    ...known,
    ...{ state, since, evidence: 'call', measuredAt: newest.at },
    ...{ lastSipCode: newest.sipCode, rttMs: null },
  };
}
