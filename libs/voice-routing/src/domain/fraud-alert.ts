import { type FraudRule, newId } from '@trunkline/kernel';
import type { Night } from './outbound-rules';

// See docs/outbound.md#alerts.
export const EXPENSIVE_HOUR = { aboveCents: 1_000, timesUsual: 5, usualDays: 30 } as const;
export const SHORT_CALLS = { maxSeconds: 15, minCalls: 20, varyingDigits: 4, withinSeconds: 900 } as const;

/** A pattern of calls that looks like fraud. Members that its rule does not use are null. */
export interface CallPattern {
  readonly accountId: string;
  readonly rule: FraudRule;
  /** Start of the hour, or of the first call. */
  readonly startedAt: Date;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** What the called numbers begin with: `+` and digits. */
  readonly prefix: string | null;
  readonly calls: number | null;
  readonly costCents: number | null;
  /** Average cost of the same hour of the day, rounded down. */
  readonly usualCostCents: number | null;
}

export interface FraudAlert extends CallPattern {
  readonly id: string;
  /** Identifies the pattern among those of its rule and account, so that it is raised once. */
  readonly subject: string;
  /** Whether the account's outbound calls are rejected until the alert is acknowledged. */
  readonly blocksOutbound: boolean;
  readonly createdAt: Date;
  readonly acknowledgedAt: Date | null;
  /** The fingerprint of the operator's token. */
  readonly acknowledgedBy: string | null;
}

const NOTHING = { country: null, prefix: null, calls: null, costCents: null, usualCostCents: null };

export interface HourlyCost {
  readonly accountId: string;
  readonly hour: Date;
  readonly costCents: number;
  /** Total cost of the same hour of the day on the 30 days before. */
  readonly usualCents: number;
}

/** Returns null unless the hour cost more than 1,000 cents and more than five times the usual cost. */
export function expensiveHour({ accountId, hour, costCents, usualCents }: HourlyCost): CallPattern | null {
  const { aboveCents, timesUsual, usualDays } = EXPENSIVE_HOUR;
  if (costCents <= aboveCents || costCents * usualDays <= usualCents * timesUsual) return null;
  const usualCostCents = Math.floor(usualCents / usualDays);
  return { ...NOTHING, accountId, rule: 'expensive_hour', startedAt: hour, costCents, usualCostCents };
}

export interface FirstCall {
  readonly accountId: string;
  readonly country: string;
  readonly startedAt: Date;
}

/** Returns null for a call by day in the time zone of the account; in UTC if this process does not know the zone. */
export function firstCallAtNight(call: FirstCall, night: Night, timezone: string): CallPattern | null {
  return isNight(call.startedAt, night, timezone) ? { ...NOTHING, ...call, rule: 'new_country_at_night' } : null;
}

export interface ShortCalls {
  readonly accountId: string;
  readonly prefix: string;
  readonly calls: number;
  readonly costCents: number;
  readonly startedAt: Date;
}

export function shortCalls(calls: ShortCalls): CallPattern {
  return { ...NOTHING, ...calls, rule: 'short_calls' };
}

export function raiseAlert(pattern: CallPattern, blocksOutbound: boolean, now: Date): FraudAlert {
  const id = newId('alr');
  const subject = subjectOf(pattern);
  return { ...pattern, id, subject, blocksOutbound, createdAt: now, acknowledgedAt: null, acknowledgedBy: null };
}

/** A country is new once; an hour has one alert, and one for each range of short calls. */
function subjectOf({ rule, startedAt, country, prefix }: CallPattern): string {
  const hour = startedAt.toISOString().slice(0, 'YYYY-MM-DDTHH'.length);
  if (rule === 'expensive_hour') return hour;
  return rule === 'new_country_at_night' ? String(country) : `${String(prefix)} ${hour}`;
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

function isNight(at: Date, { from, to }: Night, timezone: string): boolean {
  const clock = clockOf(timezone).format(at);
  return from < to ? from <= clock && clock < to : from !== to && (from <= clock || clock < to);
}

/** Time zones are renamed and added: one that only a newer process knows must not stop the alerts of all accounts. */
function clockOf(timezone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...CLOCK, timeZone: timezone });
  } catch (error) {
    if (error instanceof RangeError) return new Intl.DateTimeFormat('en-GB', { ...CLOCK, timeZone: 'UTC' });
    throw error;
  }
}
