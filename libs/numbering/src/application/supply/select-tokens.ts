import type { PricedOffer } from '../../domain/offer';

export interface SelectToken {
  readonly offer: PricedOffer;
  readonly searchId: string;
  readonly expiresAt: Date;
}

/** Opaque tokens that carry the offer of a search result, encrypted and bound to the account. They are not stored. */
export abstract class SelectTokens {
  abstract seal(accountId: string, token: SelectToken): string;
  /** Throws `select_token_expired` for a token that is expired, altered, or another account's. */
  abstract open(accountId: string, token: string, now: Date): SelectToken;
}
