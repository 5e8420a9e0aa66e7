import {
  type AccountHour,
  type DayRange,
  type FirstUse,
  type FraudRule,
  newId,
  type RepeatedMessages,
  type ShortCalls,
} from '@trunkline/kernel';
import type { Night } from './outbound-rules';

// See docs/outbound.md#alerts.
export const EXPENSIVE_HOUR = { aboveCents: 1_000, timesUsual: 5, usualDays: 30 } as const;
export const THIS_DAY: DayRange = { from: 0, to: 0 };
export const USUAL_DAYS: DayRange = { from: 1, to: EXPENSIVE_HOUR.usualDays };
export const SHORT_CALLS = { maxSeconds: 15, minCalls: 20, varyingDigits: 4, withinSeconds: 900 } as const;
/** Few digits: a campaign in a small country reaches many numbers of one thousand, but hardly of one hundred. */
export const REPEATED_MESSAGES = { minRecipients: 20, varyingDigits: 2, withinSeconds: 900 } as const;

/** A pattern of calls or messages that looks like fraud. Members that its rule does not use are null. */
export interface FraudPattern {
  readonly accountId: string;
  readonly rule: FraudRule;
  /** Start of the hour, or of the first call or message. */
  readonly startedAt: Date;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** What the numbers begin with: `+` and digits. */
  readonly prefix: string | null;
  readonly calls: number | null;
  readonly messages: number | null;
  readonly costCents: number | null;
  /** Average cost of the same hour of the day, rounded down. */
  readonly usualCostCents: number | null;
}

export interface FraudAlert extends FraudPattern {
  readonly id: string;
  /** Identifies the pattern among those of its rule and account, so that it is raised once. */
  readonly subject: string;
  /** Whether the account's outbound calls and messages are rejected until the alert is acknowledged. */
  readonly blocksOutbound: boolean;
  readonly createdAt: Date;
  readonly acknowledgedAt: Date | null;
  /** The fingerprint of the operator's token. */
  readonly acknowledgedBy: string | null;
}

const NOTHING = { country: null, prefix: null, calls: null, messages: null, costCents: null, usualCostCents: null };

export interface HourlyCost extends AccountHour {
  readonly costCents: number;
  /** Total cost of the same hour of the day on the 30 days before. */
  readonly usualCents: number;
}

/** Returns null unless the hour cost more than 1,000 cents and more than five times the usual cost. */
export function expensiveHour({ accountId, hour, costCents, usualCents }: HourlyCost): FraudPattern | null {
  const { aboveCents, timesUsual, usualDays } = EXPENSIVE_HOUR;
  if (costCents <= aboveCents || costCents * usualDays <= usualCents * timesUsual) return null;
  const usualCostCents = Math.floor(usualCents / usualDays);
  return { ...NOTHING, accountId, rule: 'expensive_hour', startedAt: hour, costCents, usualCostCents };
}

/** Returns null for a use by day in the time zone of the account; in UTC if this process does not know the zone. */
export function firstUseAtNight(use: FirstUse, night: Night, timezone: string): FraudPattern | null {
  return isNight(use.startedAt, night, timezone) ? { ...NOTHING, ...use, rule: 'new_country_at_night' } : null;
}

export function shortCalls(calls: ShortCalls): FraudPattern {
  return { ...NOTHING, ...calls, rule: 'short_calls' };
}

export function repeatedMessages(messages: RepeatedMessages): FraudPattern {
  return { ...NOTHING, ...messages, rule: 'repeated_messages' };
}

export function raiseAlert(pattern: FraudPattern, blocksOutbound: boolean, now: Date): FraudAlert {
  const id = newId('alr');
  const subject = subjectOf(pattern);
  return { ...pattern, id, subject, blocksOutbound, createdAt: now, acknowledgedAt: null, acknowledgedBy: null };
}

/** A country is new once; an hour has one alert, and one for each range of short calls or of messages. */
function subjectOf({ rule, startedAt, country, prefix }: FraudPattern): string {
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
