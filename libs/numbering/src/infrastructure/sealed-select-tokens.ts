import { fromUnixSeconds, unixSeconds } from '@trunkline/kernel';
import type { CryptoBox } from '@trunkline/platform';
import { type SelectToken, type SelectTokens } from '../application/supply/select-tokens';
import { NumberingErrors } from '../domain/errors';
import type { PricedOffer } from '../domain/offer';

const PURPOSE = 'select-token';
const VERSION = 1;

interface Content {
  readonly v: number;
  readonly offer: PricedOffer;
  readonly search_id: string;
  readonly exp: number;
}

/**
 * Seals tokens with AES-256-GCM and the account as associated data. Restrictions are left out, because a supplier's text
 * may exceed the size of a request.
 */
export class SealedSelectTokens implements SelectTokens {
  constructor(private readonly box: CryptoBox) {}

  seal(accountId: string, { offer, searchId, expiresAt }: SelectToken): string {
    const sealed = { ...offer, restrictions: [] };
    const content: Content = { v: VERSION, offer: sealed, search_id: searchId, exp: unixSeconds(expiresAt) };
    return this.box.seal(PURPOSE, JSON.stringify(content), accountId);
  }

  open(accountId: string, token: string, now: Date): SelectToken {
    const { v, offer, search_id: searchId, exp } = this.unseal(accountId, token);
    const expiresAt = fromUnixSeconds(exp);
    if (v !== VERSION || now >= expiresAt) throw NumberingErrors.select_token_expired();
    return { offer, searchId, expiresAt };
  }

  private unseal(accountId: string, token: string): Content {
    if (!isCanonical(token)) throw NumberingErrors.select_token_expired();
    try {
      return JSON.parse(this.box.open(PURPOSE, token, accountId).toString()) as Content;
    } catch {
      // An altered token and another account's token are indistinguishable.
      throw NumberingErrors.select_token_expired();
    }
  }
}

/** Base64url has several encodings of the same bytes; only the canonical one is a token. */
function isCanonical(token: string): boolean {
  const bytes = token.slice(token.indexOf('.') + 1);
  return Buffer.from(bytes, 'base64url').toString('base64url') === bytes;
}
