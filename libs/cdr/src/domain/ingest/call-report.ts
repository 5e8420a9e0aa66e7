import { addSeconds, type AttemptResult, type ReportedAttempt } from '@trunkline/kernel';

export const DISCONNECTING_PARTIES = ['caller', 'callee', 'system'] as const;
export type DisconnectingParty = (typeof DISCONNECTING_PARTIES)[number];
/** One call as reported by a switch after its end. Times are whole seconds. */
export interface CallReport {
  readonly switchId: string;
  readonly callId: string;
  readonly decisionId: string;
  readonly startedAt: Date;
  readonly answeredAt: Date | null;
  readonly endedAt: Date;
  readonly sipCode: number | null;
  readonly disconnectedBy: DisconnectingParty | null;
  /** Index of the answered route in the decision's routes. */
  readonly branch: number | null;
  readonly attempts: readonly ReportedAttempt[];
}

/** A report before its decision is known. */
export type UnmatchedReport = Omit<CallReport, 'decisionId'>;

/** Adds `seconds` to all times: a sandbox's switch runs in real time, while the test clock may be ahead. */
export function shiftTimes(report: UnmatchedReport, seconds: number): UnmatchedReport {
  if (seconds === 0) return report;
  const moved = (at: Date | null) => at && addSeconds(at, seconds);
  return {
    ...report,
    startedAt: addSeconds(report.startedAt, seconds),
    answeredAt: moved(report.answeredAt),
    endedAt: addSeconds(report.endedAt, seconds),
    attempts: shiftAttempts(report.attempts, seconds),
  };
}

/** As `shiftTimes`, for the attempts of a call in progress. */
export function shiftAttempts(attempts: readonly ReportedAttempt[], seconds: number): ReportedAttempt[] {
  const moved = (at: Date | null) => at && addSeconds(at, seconds);
  return attempts.map((each) => ({ ...each, startedAt: moved(each.startedAt), answeredAt: moved(each.answeredAt) }));
}

/** Returns a message for every member that contradicts another. See docs/cdrs.md#checks-against-the-decision. */
export function findContradictions(report: UnmatchedReport): Readonly<Record<string, string>> {
  const { startedAt, answeredAt, endedAt } = report;
  return {
    ...(endedAt < startedAt && { ended_at: 'must not be before started_at' }),
    ...(answeredAt
      ? (answeredAt < startedAt || answeredAt > endedAt) && { answered_at: 'must be between started_at and ended_at' }
      : missingAnswer(report)),
  };
}

/** As an unanswered call, it would be free. */
function missingAnswer({ sipCode, attempts }: UnmatchedReport): Readonly<Record<string, string>> {
  if (isSuccess(sipCode)) return { answered_at: `is required with sip_code ${sipCode}` };
  if (attempts.some(isAnsweredAttempt)) return { answered_at: 'is required when an attempt was answered' };
  return {};
}

/** The SIP code or an attempt says that the call was answered. */
export function showsAnswer({ sipCode, attempts }: Pick<CallReport, 'sipCode' | 'attempts'>): boolean {
  return isSuccess(sipCode) || attempts.some(isAnsweredAttempt);
}

/** An agent who answers is asked to wait for the number that the call is for. */
const isAnsweredAttempt = ({ leg, result, isResultStated }: ReportedAttempt) =>
  leg === 'callee' && result === 'answered' && isResultStated;

function isSuccess(sipCode: number | null): boolean {
  return sipCode !== null && sipCode >= 200 && sipCode < 300;
}

/** Derives the result for switches that send SIP codes only. A target that rang and timed out did not answer, but did not fail. */
export function attemptResultOf(sipCode: number | null, hasRung: boolean): AttemptResult {
  if (isSuccess(sipCode)) return 'answered';
  if (hasRung && (sipCode === null || sipCode === 408)) return 'no_answer';
  const known: Readonly<Record<number, AttemptResult>> = {
    486: 'busy',
    600: 'busy',
    480: 'no_answer',
    487: 'cancelled',
  };
  return known[sipCode ?? 0] ?? 'failed';
}
