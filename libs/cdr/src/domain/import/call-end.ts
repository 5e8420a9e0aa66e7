import { HANGUP_CAUSES, type HangupCause } from '@trunkline/kernel';
import { ANSWERED_CAUSES, hangupCauseOf } from '../ingest/hangup-cause';
import { type CallTimes, secondsBetween } from './call-times';
import { CAUSES_NAMED, plain, STATUSES_NAMED } from './formats';
import type { Row } from './row';

/** What status, SIP code and hangup cause of a row say. */
export interface StatedEnd {
  /** Null where only times and durations say it. */
  readonly isAnswered: boolean | null;
  readonly sipCode: number | null;
  readonly cause: HangupCause | null;
  /** The cause of the status, which is less exact. */
  readonly causeOfStatus: HangupCause | null;
}

const SIP_CODE = /^[2-6]\d\d$/;
const FAILURES_MIN = 300;
/** A target must send a first response within 4 seconds: a call that lasted longer has rung. */
const FIRST_RESPONSE_SECONDS = 4;

export function statedEndOf(row: Row): StatedEnd {
  const meaning = statusOf(row);
  const sipCode = sipCodeOf(row);
  const cause = causeNamed(row);
  const ofCode = sipCode === null ? null : sipCode < FAILURES_MIN;
  if (meaning === null) return { isAnswered: ofCode, sipCode, cause, causeOfStatus: null };
  const isAnswered = meaning === 'answered';
  return { isAnswered, sipCode, cause, causeOfStatus: isAnswered ? null : meaning };
}

/** Answered calls have causes and a response of their own: see docs/cdrs.md#reading-cdrs. */
export function endOfCall(stated: StatedEnd, times: CallTimes) {
  if (times.answeredAt === null) return unansweredEnd(stated, secondsBetween(times.startedAt, times.endedAt));
  const isCut = stated.cause === 'allotted_timeout';
  return { hangupCause: isCut ? 'allotted_timeout' : 'normal_clearing', sipCode: 200 } as const;
}

function unansweredEnd({ sipCode: stated, cause, causeOfStatus }: StatedEnd, seconds: number) {
  const sipCode = stated !== null && stated >= FAILURES_MIN ? stated : null;
  const ofCode = sipCode === null ? null : causeOfCode(sipCode, seconds);
  const causes = [cause, ofCode, causeOfStatus].filter((each) => each !== null);
  return {
    hangupCause: causes.find((each) => !ANSWERED_CAUSES.includes(each)) ?? 'normal_unspecified',
    sipCode,
  } as const;
}

function causeOfCode(sipCode: number, seconds: number): HangupCause {
  const hasRung = seconds > FIRST_RESPONSE_SECONDS;
  return hangupCauseOf({
    isAnswered: false,
    sipCode,
    hasRung,
    attemptCodes: [],
    isCutAtLimit: false,
    rejectCause: null,
  });
}

function statusOf(row: Row): HangupCause | 'answered' | null {
  if (!row.columns.has('status')) return null;
  const cell = row.require('status');
  const meaning = cell && STATUSES_NAMED[plain(cell.text)];
  if (cell && !meaning) row.fault(cell.column, 'is not the status of a call that is over');
  return meaning ?? null;
}

/** Providers also have codes of their own, which say nothing here. */
function sipCodeOf(row: Row): number | null {
  const cell = row.find('sip_response_code');
  if (!cell) return null;
  if (SIP_CODE.test(cell.text)) return Number(cell.text);
  if (row.columns.format.isStrict) row.fault(cell.column, 'is not a final SIP response code');
  return null;
}

function causeNamed(row: Row): HangupCause | null {
  const cell = row.find('hangup_cause');
  if (!cell) return null;
  const name = plain(cell.text);
  const cause = HANGUP_CAUSES.find((known) => plain(known) === name) ?? CAUSES_NAMED[name] ?? null;
  if (cause === null && row.columns.format.isStrict) row.fault(cell.column, 'is not a known hangup cause');
  return cause;
}
