import type { CredentialContext, Recognition, TokenClaims } from '@trunkline/kernel';

/**
 * Resolves a credential to a principal with one indexed read and no cache, so that a revocation takes effect with the
 * next request. Records the use at most once a minute.
 */
export abstract class Credentials {
  /**
   * `secret` is the value of the cookie. Without a requested account, falls back to another account of the user when
   * the membership has ended or the account is closed; a closed account that was requested is returned as closed.
   */
  abstract bySession(secret: string, context: CredentialContext): Promise<Recognition>;

  /** Also null when the membership has ended, the account is closed, or the address is not in an allowed network. */
  abstract byApiKey(rawKey: string, context: CredentialContext): Promise<Recognition>;

  /**
   * The caller has verified the signature. Null without a live grant: it was revoked, the membership has ended, the
   * account is closed or the application disabled. Scopes beyond the application's maximum are left out.
   */
  abstract byToken(claims: TokenClaims, context: CredentialContext): Promise<Recognition>;
}
