import type { AccountHour, DayRange, FirstUse, RepeatedMessages, RepeatedMessagesQuery } from '@trunkline/kernel';

/** What the messages of an account to a country have cost within an hour, or a part of that. */
export interface HourlySpending {
  readonly accountId: string;
  /** Its start. */
  readonly hour: Date;
  /** ISO 3166-1 alpha-2; NO_COUNTRY for received messages, and for numbers without a country. */
  readonly country: string;
  readonly costCents: number;
  /** When the first of the messages was charged. */
  readonly firstAt: Date;
}

/** What messages cost by hour and country, which outlives the messages and contains no numbers. */
export abstract class SpendingHours {
  /** Adds to the hours, which it locks in one order until the transaction ends. Does not wait for the result. */
  abstract add(spending: readonly HourlySpending[]): Promise<void>;
  /** Deletes at most `limit` hours before then. Returns how many. */
  abstract prune(before: Date, limit: number): Promise<number>;
}

/** Patterns of the messages of all accounts, for the context that watches for fraud. `since` is the time of the charge. */
export abstract class MessagePatterns {
  /** Hours in which messages may have been charged since. */
  abstract changedHours(since: Date): Promise<readonly AccountHour[]>;
  /** For each of the hours, what the messages of the same hours of the day cost in all on those days before, in cents. */
  abstract costs(hours: readonly AccountHour[], days: DayRange): Promise<readonly number[]>;
  /** Messages since, to countries that the account has sent no message to before. */
  abstract firstUses(since: Date): Promise<readonly FirstUse[]>;
  /** Whether the account had sent a message to the country before. */
  abstract hasUsedBefore(use: FirstUse): Promise<boolean>;
  /** Outbound messages with a price that have not failed, to ranges of which enough different numbers were sent one. */
  abstract repeatedMessages(query: RepeatedMessagesQuery): Promise<readonly RepeatedMessages[]>;
}
