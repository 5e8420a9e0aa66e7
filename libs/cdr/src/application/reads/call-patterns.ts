import type { AccountHour, DayRange, FirstUse, ShortCalls, ShortCallsQuery } from '@trunkline/kernel';

/**
 * Patterns of the calls of all accounts, for the context that watches for fraud. Times are those at which the call records were
 * created; records that are being created are not seen, and may have a time before now.
 */
export abstract class CallPatterns {
  /** Hours of calls of which a record was created since. */
  abstract changedHours(since: Date): Promise<readonly AccountHour[]>;
  /** For each of the hours, what the calls of the same hours of the day cost in all on those days before, in cents. */
  abstract costs(hours: readonly AccountHour[], days: DayRange): Promise<readonly number[]>;
  /** Outbound calls whose record was created since, to countries that the account has not called before. */
  abstract firstUses(since: Date): Promise<readonly FirstUse[]>;
  /** Whether the account had called the country before. */
  abstract hasUsedBefore(use: FirstUse): Promise<boolean>;
  /** Charged outbound calls. */
  abstract shortCalls(query: ShortCallsQuery): Promise<readonly ShortCalls[]>;
}
