import { isCallingCode } from '@trunkline/kernel';
import type { SubmitOutcome } from './ports';
import type { RefusalCount } from './store-ports';

const MINUTE_MS = 60_000;
const MINUTES = 5;
const HOUR_MS = 3_600_000;
const CALLING_CODE_MAX = 3;
/** Digits behind the calling code, which name an area or a network in most countries. */
const AREA_DIGITS = 3;

interface Minute {
  readonly minute: number;
  accepted: number;
  refused: number;
}

/** What a carrier did with the messages of the last minutes, and its refusals since they were last stored. */
export class RecentOutcomes {
  private readonly minutes: Minute[] = [];
  private refusals = new Map<string, RefusalCount>();

  constructor(private readonly carrierId: string) {}

  note(to: string, outcome: SubmitOutcome, now: Date): void {
    if (outcome.kind === 'accepted') this.minuteOf(now).accepted += 1;
    if (outcome.kind !== 'refused') return;
    const { code, errorCode } = outcome;
    // Wrong recipients, senders and texts are faults of customers, and say nothing about the carrier.
    if (errorCode === 'carrier_refused') this.minuteOf(now).refused += 1;
    const prefix = areaOf(to);
    const key = [Math.floor(now.getTime() / HOUR_MS), prefix, code, errorCode].join(' ');
    const count = (this.refusals.get(key)?.count ?? 0) + 1;
    this.refusals.set(key, { carrierId: this.carrierId, prefix, code, errorCode, count, lastAt: now });
  }

  /** Counts the last five minutes. */
  recent(now: Date): { readonly accepted: number; readonly refused: number } {
    const since = Math.floor(now.getTime() / MINUTE_MS) - MINUTES;
    const counted = this.minutes.filter(({ minute }) => minute > since);
    return {
      accepted: counted.reduce((sum, { accepted }) => sum + accepted, 0),
      refused: counted.reduce((sum, { refused }) => sum + refused, 0),
    };
  }

  /** Returns the refusals since the last call. */
  takeRefusals(): RefusalCount[] {
    const taken = [...this.refusals.values()];
    this.refusals = new Map();
    return taken;
  }

  private minuteOf(now: Date): Minute {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    const last = this.minutes.at(-1);
    if (last?.minute === minute) return last;
    const next = { minute, accepted: 0, refused: 0 };
    if (this.minutes.push(next) > MINUTES) this.minutes.shift();
    return next;
  }
}

/** Returns the calling code with the first digits of the area or network: `+49151`, `+1212`. */
export function areaOf(e164: string): string {
  let length = 2;
  while (length <= CALLING_CODE_MAX && !isCallingCode(e164.slice(0, length))) length += 1;
  return e164.slice(0, length + AREA_DIGITS);
}
