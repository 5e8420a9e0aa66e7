import type { CallReport } from './call-report';
import type { Decision } from './decision';

/** Largest distance of a call's start from its decision, in either direction. */
const START_TOLERANCE_SECONDS = 600;
const FUTURE_TOLERANCE_SECONDS = 60;
/** Tolerance for the switch's timer and for network latency. */
const DURATION_TOLERANCE_SECONDS = 90;

/** The reason why a report contradicts its decision, with the members at fault. */
export interface Mismatch {
  readonly reason:
    | 'started_too_early'
    | 'started_too_late'
    | 'ended_in_future'
    | 'too_long'
    | 'call_was_rejected'
    | 'answer_missing';
  readonly fields: Readonly<Record<string, string>>;
}

/** Returns null when the report can be booked. `now` is on the clock of the report. See docs/cdrs.md#checks-against-the-decision. */
export function findMismatch(report: CallReport, decision: Decision, now: Date): Mismatch | null {
  return startMismatch(report, decision) ?? endMismatch(report, now) ?? answerMismatch(report, decision);
}

function startMismatch({ startedAt }: CallReport, { createdAt }: Decision): Mismatch | null {
  const ahead = secondsBetween(createdAt, startedAt);
  if (Math.abs(ahead) <= START_TOLERANCE_SECONDS) return null;
  const fields = { started_at: `must be within ${START_TOLERANCE_SECONDS} seconds of the decision` };
  return { reason: ahead < 0 ? 'started_too_early' : 'started_too_late', fields };
}

function endMismatch({ endedAt }: CallReport, now: Date): Mismatch | null {
  if (secondsBetween(now, endedAt) <= FUTURE_TOLERANCE_SECONDS) return null;
  return { reason: 'ended_in_future', fields: { ended_at: 'must not be in the future' } };
}

function answerMismatch({ answeredAt, endedAt }: CallReport, decision: Decision): Mismatch | null {
  if (answeredAt === null) {
    if (decision.answeredAt === null) return null;
    return {
      reason: 'answer_missing',
      fields: { answered_at: 'is required: the switch reported that the call was answered' },
    };
  }
  if (decision.action === 'reject')
    return { reason: 'call_was_rejected', fields: { answered_at: 'must be null: the call was rejected' } };
  const longest = decision.maxDurationSeconds + DURATION_TOLERANCE_SECONDS;
  if (secondsBetween(answeredAt, endedAt) <= longest) return null;
  return { reason: 'too_long', fields: { ended_at: `must be within ${longest} seconds of answered_at` } };
}

function secondsBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 1000;
}
