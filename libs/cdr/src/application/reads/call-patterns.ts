export interface AccountHour {
  readonly accountId: string;
  /** Its start. */
  readonly hour: Date;
}

/** Days before a day, both inclusive. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** The first call to a country. */
export interface FirstUse {
  readonly accountId: string;
  /** ISO 3166-1 alpha-2, of the number called. */
  readonly country: string;
  readonly startedAt: Date;
}

export interface ShortCallsQuery {
  /** Of the records. */
  readonly from: Date;
  /** Charged time of a short call, inclusive. */
  readonly maxSeconds: number;
  readonly minCalls: number;
  /** How many digits at the end of the called numbers may differ. */
  readonly varyingDigits: number;
}

export interface ShortCalls {
  readonly accountId: string;
  /** What the called numbers begin with: `+` and digits. */
  readonly prefix: string;
  readonly calls: number;
  readonly costCents: number;
  /** Start of the first one. */
  readonly startedAt: Date;
}

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
