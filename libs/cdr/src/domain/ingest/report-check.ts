import type { CallReport } from './call-report';
import type { Decision } from './decision';

/** How far a call's start may lie from its decision, either way. */
const START_TOLERANCE_SECONDS = 600;
const FUTURE_TOLERANCE_SECONDS = 60;
/** How much longer than granted a call may have lasted: the switch's timer, and the way to it and back. */
const DURATION_TOLERANCE_SECONDS = 90;

/** Why a report does not fit its decision, and the member that says so. */
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

/** Null when the report may be booked as it stands. `now` is on the clock of the report. */
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
      fields: { answered_at: 'is required: the switch reported that it was answered' },
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
