/** Everything that can be used to sign in as a user, except the password and API keys. */
export abstract class SignInMethods {
  /**
   * Joins the transaction, in which the user must be locked. Revokes sessions, voids mailed links and codes, and
   * removes known devices, linked identities and the second factor.
   */
  abstract removeAll(userId: string, now: Date): Promise<void>;
}
