/** Everything but a password and API keys that somebody could get in with as a user. */
export abstract class SignInMethods {
  /**
   * Within a transaction that holds the user: sessions are revoked, mailed links and codes void, linked identities and the
   * second factor removed. Whether one is owed is the user's own state.
   */
  abstract removeAll(userId: string, now: Date): Promise<void>;
}
