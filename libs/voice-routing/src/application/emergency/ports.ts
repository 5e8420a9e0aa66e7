/** Voice's view of where an account is at home. */
export abstract class AccountCountries {
  /** ISO-2. Throws `not_found`. */
  abstract country(accountId: string): Promise<string>;
}
