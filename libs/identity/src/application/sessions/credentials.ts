import type { Principal } from '@trunkline/kernel';

/** What a request states beside its credential. */
export interface CredentialContext {
  /** The value of X-Account-Id; null selects the credential's own account. */
  readonly accountId: string | null;
  /** Recorded as the last address of the credential, and checked against the allowed networks of a key. */
  readonly ip: string | null;
  /** False if the credential is only checked: no use is recorded and no session extended. */
  readonly isUse?: boolean;
}

/** The claims of a verified access token (RFC 9068). */
export interface TokenClaims {
  /** `jti`. */
  readonly tokenId: string;
  /** `sub`. */
  readonly userId: string;
  readonly accountId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** `gid`: the grant under which the token was issued. Null if the token names none, which is invalid. */
  readonly grantId: string | null;
}

export interface Recognized {
  readonly principal: Principal;
  readonly membershipMissing: false;
  /** When a session expires; null for keys and tokens. */
  readonly expiresAt: Date | null;
  /** This request extended a trusted session, so its cookie must be extended too. */
  readonly isProlonged: boolean;
}

/** The credential is valid but does not reach the requested account. */
export interface NotAMember {
  readonly principal: null;
  readonly membershipMissing: true;
}

/** Null: the credential is unknown, revoked or expired. */
export type Recognition = Recognized | NotAMember | null;

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
