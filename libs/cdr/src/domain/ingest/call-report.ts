import { addSeconds, fromUnixSeconds } from '@trunkline/kernel';
import { isAbsent, isRow, numberOf, type Row, RowReader } from './row-reader';

export const DISCONNECTING_PARTIES = ['caller', 'callee', 'system'] as const;
export type DisconnectingParty = (typeof DISCONNECTING_PARTIES)[number];
export const ATTEMPT_RESULTS = ['answered', 'busy', 'no_answer', 'failed', 'cancelled', 'skipped'] as const;
export type AttemptResult = (typeof ATTEMPT_RESULTS)[number];

export interface ReportedAttempt {
  /** Counts from 1, in the order of the decision's routes. */
  readonly order: number;
  /** The switch stated `order`. Otherwise it is the attempt's position in the list, which proves nothing. */
  readonly isOrderStated: boolean;
  readonly targetId: string | null;
  readonly gatewayId: string | null;
  readonly startedAt: Date | null;
  readonly ringSeconds: number;
  readonly sipCode: number | null;
  readonly result: AttemptResult;
  /** The switch stated a result or a SIP code. Otherwise `result` is a guess, which proves nothing. */
  readonly isResultStated: boolean;
}

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

export interface RowKeys {
  readonly switchId: string | null;
  readonly callId: string | null;
  readonly decisionId: string | null;
}

export interface ReadRow {
  /** The readable part of the call's identity, even if the rest of the row is unreadable. */
  readonly keys: RowKeys;
  /** The row shows signs of an answer, so the call may cost money. */
  readonly saysAnswered: boolean;
  /** Messages by member; empty if and only if there is a report. */
  readonly faults: Readonly<Record<string, string>>;
  readonly report: UnmatchedReport | null;
}

const ATTEMPTS_MAX = 100;
const BRANCHES = { min: 0, max: 255 };
/** Up to the year 9999. */
const TIMES = { min: 0, max: 253_402_300_799 };
const DAY_SECONDS = 86_400;
const CODES = { min: 100, max: 699 };

/**
 * Reads one row of a switch's report. Ignores unknown members, so that no call of a newer switch is lost. Unreadable members
 * that a CDR does not need are dropped or repaired; others are faults. See docs/cdrs.md#outcomes-of-a-reported-row.
 */
export function readReport(value: unknown): ReadRow {
  if (!isRow(value)) {
    const keys = { switchId: null, callId: null, decisionId: null };
    return { keys, saysAnswered: false, faults: { row: 'must be an object' }, report: null };
  }
  const read = new RowReader(value);
  const keys = keysOf(read);
  const report = reportOf(read);
  checkTimes(report, read);
  checkAnswer(report, read);
  const isSound = Object.keys(read.faults).length === 0;
  return { keys, saysAnswered: saysAnswered(value, report), faults: read.faults, report: isSound ? report : null };
}

/** Adds `seconds` to all times: a sandbox's switch runs in real time, while the test clock may be ahead. */
export function shiftTimes(report: UnmatchedReport, seconds: number): UnmatchedReport {
  if (seconds === 0) return report;
  const moved = (at: Date | null) => at && addSeconds(at, seconds);
  return {
    ...report,
    startedAt: addSeconds(report.startedAt, seconds),
    answeredAt: moved(report.answeredAt),
    endedAt: addSeconds(report.endedAt, seconds),
    attempts: report.attempts.map((attempt) => ({ ...attempt, startedAt: moved(attempt.startedAt) })),
  };
}

function keysOf(read: RowReader): RowKeys {
  const decisionId = read.text('decision_id');
  return { switchId: read.textIfReadable('switch_id'), callId: read.textIfReadable('call_id'), decisionId };
}

function reportOf(read: RowReader): UnmatchedReport {
  return {
    switchId: read.requiredText('switch_id'),
    callId: read.requiredText('call_id'),
    startedAt: requiredTime(read, 'started_at'),
    // Switches write 0 for a call that was not answered.
    answeredAt: numberOf(read.value('answered_at')) === 0 ? null : dateOf(read.integer('answered_at', TIMES)),
    endedAt: requiredTime(read, 'ended_at'),
    sipCode: read.integerIfReadable('sip_code', CODES),
    disconnectedBy: read.oneOfIfReadable('disconnected_by', DISCONNECTING_PARTIES),
    branch: read.integerIfReadable('branch', BRANCHES),
    attempts: attemptsOf(read.value('attempts')),
  };
}

function requiredTime(read: RowReader, name: string): Date {
  const seconds = read.integer(name, TIMES);
  if (seconds === null) read.fault(name, 'is required');
  return fromUnixSeconds(seconds ?? 0);
}

function checkTimes({ startedAt, answeredAt, endedAt }: UnmatchedReport, read: RowReader): void {
  if (endedAt < startedAt) read.fault('ended_at', 'must not be before started_at');
  if (answeredAt && (answeredAt < startedAt || answeredAt > endedAt))
    read.fault('answered_at', 'must be between started_at and ended_at');
}

/** As an unanswered call, it would be free. */
function checkAnswer({ answeredAt, sipCode, attempts }: UnmatchedReport, read: RowReader): void {
  if (answeredAt !== null) return;
  if (isSuccess(sipCode)) read.fault('answered_at', `is required with sip_code ${sipCode}`);
  if (attempts.some(isAnsweredAttempt)) read.fault('answered_at', 'is required when an attempt was answered');
}

function saysAnswered(row: Row, { sipCode, attempts }: UnmatchedReport): boolean {
  const { answered_at: at } = row;
  return (!isAbsent(at) && numberOf(at) !== 0) || isSuccess(sipCode) || attempts.some(isAnsweredAttempt);
}

const isAnsweredAttempt = ({ result, isResultStated }: ReportedAttempt) => result === 'answered' && isResultStated;

function attemptsOf(value: unknown): ReportedAttempt[] {
  return Array.isArray(value) ? value.slice(0, ATTEMPTS_MAX).flatMap((each, index) => attemptOf(each, index)) : [];
}

/** Drops an attempt that is not an object, and every unreadable member. */
function attemptOf(value: unknown, index: number): ReportedAttempt[] {
  if (!isRow(value)) return [];
  const read = new RowReader(value);
  const sipCode = read.integerIfReadable('sip_code', CODES);
  const ringSeconds = read.integerIfReadable('ring_s', { min: 0, max: DAY_SECONDS }) ?? 0;
  const order = read.integerIfReadable('order', { min: 1, max: ATTEMPTS_MAX });
  const result = read.oneOfIfReadable('result', ATTEMPT_RESULTS);
  return [
    {
      order: order ?? index + 1,
      isOrderStated: order !== null,
      targetId: read.textIfReadable('target_id'),
      gatewayId: read.textIfReadable('gateway_id'),
      startedAt: dateOf(read.integerIfReadable('started_at', TIMES)),
      ringSeconds,
      sipCode,
      result: result ?? resultOf(sipCode, ringSeconds > 0),
      isResultStated: result !== null || sipCode !== null,
    },
  ];
}

function dateOf(seconds: number | null): Date | null {
  return seconds === null ? null : fromUnixSeconds(seconds);
}

function isSuccess(sipCode: number | null): boolean {
  return sipCode !== null && sipCode >= 200 && sipCode < 300;
}

/** Derives the result for switches that send SIP codes only. A target that rang and timed out did not answer, but did not fail. */
function resultOf(sipCode: number | null, hasRung: boolean): AttemptResult {
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
