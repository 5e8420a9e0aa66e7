import { addSeconds } from '@trunkline/kernel';
import type { Row } from './row';

export interface CallTimes {
  readonly startedAt: Date;
  readonly answeredAt: Date | null;
  readonly endedAt: Date;
}

interface GivenTimes {
  readonly started: Date;
  readonly answered: Date | null;
  readonly ended: Date | null;
  /** Seconds from start to end. */
  readonly total: number | null;
  /** Seconds from answer to end. */
  readonly talk: number | null;
}

/** Providers round durations and times by themselves. */
const ROUNDING_SECONDS = 2;

/** Completes the times of a call by its durations. Returns null with a fault. `saysAnswered`: what its status says. */
export function timesOf(row: Row, saysAnswered: boolean | null): CallTimes | null {
  const given = readTimes(row);
  if (!given) return null;
  const times = isAnswered(row, given, saysAnswered)
    ? answeredTimes(row, given)
    : unansweredTimes(row, given, saysAnswered);
  return times && inOrder(row, times);
}

export function secondsBetween(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / 1000);
}

function readTimes(row: Row): GivenTimes | null {
  const started = row.require('started_at') && row.time('started_at');
  const [answered, ended] = [row.time('answered_at'), row.time('ended_at')];
  const [total, talk] = [row.seconds('duration_s'), row.seconds('billable_duration_s')];
  return started && row.faults.length === 0 ? { started, answered, ended, total, talk } : null;
}

/** An export with times of answers says by them which calls were answered. */
function isAnswered({ columns }: Row, { answered, talk }: GivenTimes, saysAnswered: boolean | null): boolean {
  if (columns.has('answered_at')) return answered !== null;
  return saysAnswered ?? hasTalk(talk);
}

function unansweredTimes(row: Row, given: GivenTimes, saysAnswered: boolean | null): CallTimes {
  const { started, ended, total, talk } = given;
  const says = saysAnswered === true || hasTalk(talk);
  if (row.columns.has('answered_at') && says)
    row.faultOf('answered_at', 'is empty, but the row says that the call was answered');
  return { startedAt: started, answeredAt: null, endedAt: ended ?? addSeconds(started, total ?? talk ?? 0) };
}

function answeredTimes(row: Row, given: GivenTimes): CallTimes | null {
  const { started, answered, talk } = given;
  const endedAt = endOf(given);
  if (!endedAt) {
    row.faultOf('ended_at', 'is empty, and no duration says when the call ended');
    return null;
  }
  if (answered !== null) return withAnswer(row, given, { startedAt: started, answeredAt: answered, endedAt });
  if (talk === null) {
    row.faultOf('billable_duration_s', 'is empty, but the call was answered');
    return null;
  }
  const answeredAt = notBefore(started, addSeconds(endedAt, -talk));
  if (answeredAt < started) row.faultOf('billable_duration_s', 'is longer than the call');
  return { startedAt: started, answeredAt, endedAt };
}

function endOf({ started, answered, ended, total, talk }: GivenTimes): Date | null {
  if (ended) return ended;
  if (talk !== null) return addSeconds(answered ?? started, talk);
  return total === null ? null : addSeconds(started, total);
}

function withAnswer<T extends { readonly answeredAt: Date; readonly endedAt: Date }>(
  row: Row,
  { talk }: GivenTimes,
  times: T,
): T {
  const between = secondsBetween(times.answeredAt, times.endedAt);
  if (talk !== null && Math.abs(between - talk) > ROUNDING_SECONDS)
    row.faultOf('billable_duration_s', 'is not the time from answer to end');
  return times;
}

function inOrder(row: Row, times: CallTimes): CallTimes | null {
  if (row.faults.length > 0) return null;
  const { startedAt, answeredAt, endedAt } = times;
  if (endedAt < startedAt) row.faultOf('ended_at', 'is before the start');
  else if (answeredAt && (answeredAt < startedAt || answeredAt > endedAt))
    row.faultOf('answered_at', 'is not between start and end');
  return row.faults.length > 0 ? null : times;
}

function hasTalk(talk: number | null): boolean {
  return talk !== null && talk > 0;
}

/** A duration that was rounded up leads to a time just before the start. */
function notBefore(start: Date, at: Date): Date {
  const early = secondsBetween(at, start);
  return early > 0 && early <= ROUNDING_SECONDS ? start : at;
}
