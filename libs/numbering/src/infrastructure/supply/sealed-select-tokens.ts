import { fromUnixSeconds, unixSeconds } from '@trunkline/kernel';
import type { CryptoBox } from '@trunkline/platform';
import { type SelectToken, SelectTokens } from '../../application/ports';
import { NumberingErrors } from '../../domain/errors';
import type { Offer } from '../../domain/supply/offer';

const PURPOSE = 'select-token';
const VERSION = 1;

interface Content {
  readonly v: number;
  readonly offer: Offer;
  readonly search_id: string;
  readonly exp: number;
}

/**
 * AES-256-GCM with the account as associated data: another account cannot open it, nobody can read it. Restrictions stay
 * out of it: they were told with the row, and a supplier's text may be longer than a request takes.
 */
export class SealedSelectTokens extends SelectTokens {
  constructor(private readonly box: CryptoBox) {
    super();
  }

  override seal(accountId: string, { offer, searchId, expiresAt }: SelectToken): string {
    const sealed = { ...offer, restrictions: [] };
    const content: Content = { v: VERSION, offer: sealed, search_id: searchId, exp: unixSeconds(expiresAt) };
    return this.box.seal(PURPOSE, JSON.stringify(content), accountId);
  }

  override open(accountId: string, token: string, now: Date): SelectToken {
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
      // Altered, invented or another account's: which of them is nobody's business.
      throw NumberingErrors.select_token_expired();
    }
  }
}

/** Base64url reads several spellings of the same bytes; only the one that was given out is a token. */
function isCanonical(token: string): boolean {
  const bytes = token.slice(token.indexOf('.') + 1);
  return Buffer.from(bytes, 'base64url').toString('base64url') === bytes;
}
