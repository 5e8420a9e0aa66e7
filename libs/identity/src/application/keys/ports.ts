/** A key that will expire, and who is to hear of it. */
export interface KeyReminder {
  readonly keyId: string;
  readonly accountId: string;
  readonly keyName: string;
  readonly prefixDisplay: string;
  readonly expiresAt: Date;
  readonly userName: string;
  readonly email: string;
}

export interface TakenReminders {
  /** How many keys owed one. */
  readonly taken: number;
  /** Those of keys that still work for a user who is still there. */
  readonly due: readonly KeyReminder[];
}

export abstract class KeyReminders {
  /**
   * Takes reminders off the keys that owe them at `now`, the longest owed first, `limit` at most. What is taken is owed no
   * more once the transaction around it commits; of two callers at once none gets what the other has.
   */
  abstract take(now: Date, limit: number): Promise<TakenReminders>;
}
