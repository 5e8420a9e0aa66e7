/** A key that will expire, with its recipient. */
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
  /** Number of keys with a due reminder. */
  readonly taken: number;
  /** Reminders for keys that still work and whose user is still a member. */
  readonly due: readonly KeyReminder[];
}

export abstract class KeyReminders {
  /**
   * Claims reminders due at `now`, oldest first, at most `limit`. Committing the transaction clears them; concurrent
   * callers get disjoint sets.
   */
  abstract take(now: Date, limit: number): Promise<TakenReminders>;
}
