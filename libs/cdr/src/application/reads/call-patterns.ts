export interface HourlyCost {
  readonly accountId: string;
  /** Its start. */
  readonly hour: Date;
  readonly costCents: number;
  /** What the same hour of the day has cost on the 30 days before, in all. */
  readonly usualCents: number;
}

export interface FirstCall {
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
  /** Hours with a record that was created since, and which cost more than `aboveCents`. */
  abstract expensiveHours(since: Date, aboveCents: number): Promise<readonly HourlyCost[]>;
  /** Outbound calls whose record was created since, to countries that the account has not called before. */
  abstract firstCalls(since: Date): Promise<readonly FirstCall[]>;
  /** Charged outbound calls. */
  abstract shortCalls(query: ShortCallsQuery): Promise<readonly ShortCalls[]>;
}
