/** Attempts to sign in with addresses that nobody has, found again by the address and by nothing else. */
export abstract class GuessedAddresses {
  /**
   * Within a transaction: holds the address until it ends, known or not, so that of many attempts at once each is counted.
   * When the latest were noted, newest first.
   */
  abstract hold(email: string, limit: number): Promise<Date[]>;
  /** Within the transaction that holds the address. */
  abstract note(email: string, at: Date): Promise<void>;
}
