import { isE164 } from '@trunkline/kernel';
import type { FormerCall } from './former-call';

/** Rows of one call are this close to each other: exports are in the order of calls. */
const WINDOW = 2_000;

/**
 * Joins the rows of a call that was tried several times, or rang in several places, as one call, as CDRs are. A row that is further
 * away is a repeat of the call.
 */
export class LegJoiner {
  /** Rows that were joined with another. */
  joined = 0;
  private readonly pending = new Map<string, FormerCall>();

  /** Returns the calls that are complete. */
  add(call: FormerCall): FormerCall[] {
    if (call.callId === null) return [call];
    const key = `${call.direction} ${call.callId}`;
    const other = this.pending.get(key);
    if (other) this.joined += 1;
    this.pending.set(key, other ? join(other, call) : call);
    if (this.pending.size <= WINDOW) return [];
    const [oldest] = this.pending;
    if (!oldest) return [];
    this.pending.delete(oldest[0]);
    return [oldest[1]];
  }

  end(): FormerCall[] {
    const rest = [...this.pending.values()];
    this.pending.clear();
    return rest;
  }
}

/** The answered row, else the last one, says how the call ended; the call began with the first. */
function join(a: FormerCall, b: FormerCall): FormerCall {
  const [first, last] = isLater(a, b) ? [b, a] : [a, b];
  const isFirst = first.answeredAt !== null && last.answeredAt === null;
  const [deciding, other] = isFirst ? [first, last] : [last, first];
  return {
    ...deciding,
    ...calledNumber(deciding, other),
    line: Math.min(a.line, b.line),
    startedAt: earlier(first.startedAt, last.startedAt),
    endedAt: deciding.answeredAt === null ? later(first.endedAt, last.endedAt) : deciding.endedAt,
  };
}

/** A leg within the telephone system names its user instead of the number that was called. */
function calledNumber({ callee, country }: FormerCall, other: FormerCall) {
  const isNumber = (text: string | null) => text !== null && isE164(text);
  if (isNumber(callee) || !isNumber(other.callee)) return {};
  return { callee: other.callee, country: country ?? other.country };
}

function isLater(a: FormerCall, b: FormerCall): boolean {
  if (a.attempt !== null && b.attempt !== null) return a.attempt > b.attempt;
  return a.startedAt > b.startedAt;
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}
