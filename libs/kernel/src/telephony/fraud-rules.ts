/** Why a pattern of calls or messages looks like fraud. See docs/outbound.md#alerts. */
export const FRAUD_RULES = ['expensive_hour', 'new_country_at_night', 'short_calls', 'repeated_messages'] as const;
export type FraudRule = (typeof FRAUD_RULES)[number];

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

/** The first call or message to a country. */
export interface FirstUse {
  readonly accountId: string;
  /** ISO 3166-1 alpha-2, of the number called or written to. */
  readonly country: string;
  readonly startedAt: Date;
}

export interface ShortCallsQuery {
  /** When the calls were recorded. */
  readonly from: Date;
  /** Charged time of a short call, inclusive. */
  readonly maxSeconds: number;
  readonly minCalls: number;
  /** How many digits at the end of the called numbers may differ. */
  readonly varyingDigits: number;
}

export interface RepeatedMessagesQuery {
  /** When the messages were created. */
  readonly from: Date;
  readonly minRecipients: number;
  /** How many digits at the end of the recipients may differ. */
  readonly varyingDigits: number;
}

interface RangeUse {
  readonly accountId: string;
  /** What the numbers begin with: `+` and digits. */
  readonly prefix: string;
  readonly costCents: number;
  /** Start of the first call, or when the first message was created. */
  readonly startedAt: Date;
}

export interface ShortCalls extends RangeUse {
  readonly calls: number;
}

export interface RepeatedMessages extends RangeUse {
  readonly messages: number;
}
