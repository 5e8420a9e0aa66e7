export interface OfferedCall {
  readonly direction: 'inbound' | 'outbound';
  /** The other party. */
  readonly party: string;
  /** Index of the account's number. */
  readonly number: number;
  /** Unix seconds. */
  readonly startedAt: number;
}

export interface PlannedCall extends OfferedCall {
  readonly ringS: number;
  /** Null for a call that was not answered. */
  readonly talkS: number | null;
  readonly result: 'answered' | 'busy' | 'no_answer' | 'failed';
  /** What the gateways answer to a call that fails. */
  readonly failureCode: (typeof FAILURES)[number];
  /** The first gateway fails, and the second takes the call. */
  readonly failsOver: boolean;
}

const DAY_S = 86_400;
/** A little more than what Home compares, so that the month before has calls, too. */
const DAYS = 40;
const MINUTE_S = 60;
const OPENS_S = 8 * 3600;
const OPEN_S = 10 * 3600;
const CALLS_A_DAY = 5;
const GROWTH = 4;
const WEEKEND_SHARE = 0.3;
const TALK_MAX_S = 540;
/** Between the last call and now, so that a call of today has ended. */
const MARGIN_S = 900;
/** Unavailable, no response, and an error of their own. Half of the calls that fail find no gateway available. */
const FAILURES = [503, 503, 408, 500] as const;
/** Ranges that their regulators reserve for fiction. */
const PARTIES = ['+1212555010', '+1415555012', '+442079460', '+443069990', '+493023125', '+331990000', '+61255501'];
const SIP_DIGITS = 12;

/** Calls that the rules reject: to a closed country, a satellite network and a premium-rate number, and to a number without a route. */
const REJECTED = [
  { direction: 'outbound', party: '+5352801234', daysAgo: 20 },
  { direction: 'outbound', party: '+881612345678', daysAgo: 13 },
  { direction: 'outbound', party: '+19005550123', daysAgo: 6 },
  { direction: 'inbound', party: '+442079460123', daysAgo: 3 },
  { direction: 'inbound', party: '+12125550107', daysAgo: 1 },
] as const;

/** Yields the same numbers from 0 to 1 at each run. */
function* sequence(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

/** Plans forty days of calls up to now: more on working days than on weekends, and a little more each week. */
export function planCalls(numbers: number, nowS: number): PlannedCall[] {
  const numbersOf = sequence(7);
  const next = (): number => numbersOf.next().value;
  const today = nowS - (nowS % DAY_S);
  const calls: PlannedCall[] = [];
  for (let day = DAYS - 1; day >= 0; day--) {
    const midnight = today - day * DAY_S;
    const isWeekend = [0, 6].includes(new Date(midnight * 1000).getUTCDay());
    const usual = (CALLS_A_DAY + GROWTH * (1 - day / DAYS) + 3 * next()) * (isWeekend ? WEEKEND_SHARE : 1);
    for (let count = Math.round(usual); count > 0; count--) {
      const startedAt = midnight + OPENS_S + Math.floor(OPEN_S * next());
      const call = planCall(startedAt, numbers, next);
      if (startedAt < nowS - MARGIN_S) calls.push(call);
    }
  }
  return calls.sort((one, other) => one.startedAt - other.startedAt);
}

/** Plans a few calls of the last weeks that are rejected. `unrouted` is the index of a number without a route. */
export const planRejected = (unrouted: number, nowS: number): OfferedCall[] =>
  REJECTED.map(({ direction, party, daysAgo }) => ({
    direction,
    party,
    number: direction === 'inbound' ? unrouted : 0,
    startedAt: nowS - daysAgo * DAY_S - daysAgo * MINUTE_S,
  }));

function planCall(startedAt: number, numbers: number, next: () => number): PlannedCall {
  const chance = next();
  const result = chance < 0.8 ? 'answered' : chance < 0.91 ? 'no_answer' : chance < 0.96 ? 'busy' : 'failed';
  return {
    direction: next() < 0.7 ? 'inbound' : 'outbound',
    party: partyAt(next(), next()),
    number: Math.floor(numbers * next() ** 2),
    startedAt,
    ringS: result === 'no_answer' ? 25 : 2 + Math.floor(8 * next()),
    talkS: result === 'answered' ? 15 + Math.floor(TALK_MAX_S * next() ** 2) : null,
    result,
    failureCode: FAILURES[Math.floor(startedAt / MINUTE_S) % FAILURES.length] ?? 503,
    failsOver: next() < 0.12,
  };
}

function partyAt(country: number, digits: number): string {
  const prefix = PARTIES[Math.floor(PARTIES.length * country ** 1.5)] ?? '';
  const missing = Math.max(1, (prefix.startsWith('+44') ? SIP_DIGITS + 1 : SIP_DIGITS) - prefix.length);
  return prefix + String(Math.floor(digits * 10 ** missing)).padStart(missing, '0');
}
