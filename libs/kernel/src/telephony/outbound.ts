/** What an account allows of its calls to the telephone network. Null: the default. See docs/outbound.md. */
export interface OutboundSettings {
  /** ISO 3166-1 alpha-2. Null: the account's own country, those it has numbers in, and the operator's default list. */
  readonly allowedCountries: readonly string[] | null;
  /** Calls that cost more are rejected; null: none. */
  readonly maxRatePerMinuteMicrocents: number | null;
  /** The most that calls may cost per UTC day; the lower of it and the tier's cap applies. Null: only the tier's. */
  readonly dailyCapCents: number | null;
  /** Calls that may start per second; at most the tier's number, which null stands for. */
  readonly callsPerSecond: number | null;
}

export const OUTBOUND_DEFAULTS: OutboundSettings = {
  allowedCountries: null,
  maxRatePerMinuteMicrocents: null,
  dailyCapCents: null,
  callsPerSecond: null,
};

/** What an operator permits one account beyond the rules. */
export interface OutboundExceptions {
  /** Part of the account's default countries; the account may open them without being verified. */
  readonly countries: readonly string[];
  /** First digits, without `+`, of numbers that may be called although they share revenue or belong to no country. */
  readonly ranges: readonly string[];
  /** Replaces the tier's number of calls per second; null leaves it. */
  readonly callsPerSecond: number | null;
}

export const NO_EXCEPTIONS: OutboundExceptions = { countries: [], ranges: [], callsPerSecond: null };

/** What decides which calls an account may make. */
export interface OutboundTerms {
  /** The account's own. */
  readonly country: string;
  readonly outbound: OutboundSettings;
  readonly outboundExceptions: OutboundExceptions;
  /** Countries that calls of the account were charged for before outbound calls were closed by default. */
  readonly chargedCountries: readonly string[];
}
