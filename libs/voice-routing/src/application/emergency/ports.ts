/** The country of an account, as emergency calls read it. */
export abstract class AccountCountries {
  /** Returns ISO 3166-1 alpha-2. Throws `not_found`. */
  abstract country(accountId: string): Promise<string>;
}
