import type { Principal } from '@trunkline/kernel';

/** What a request asks beside its credential. */
export interface CredentialContext {
  /** X-Account-Id; null means the credential's own account. */
  readonly accountId: string | null;
  /** Noted as the last address the credential was used from, and checked against a key's networks. */
  readonly ip: string | null;
}

/** What a verified access token says (RFC 9068). */
export interface TokenClaims {
  /** `jti`. */
  readonly tokenId: string;
  /** `sub`. */
  readonly userId: string;
  readonly accountId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** The consent that the token was minted under, when the token names it. */
  readonly grantId: string | null;
}

export interface Recognized {
  readonly principal: Principal;
  readonly membershipMissing: false;
  /** When a session ends by itself; null for keys and tokens. */
  readonly expiresAt: Date | null;
  /** A trusted session has just been prolonged, so its cookie should be too. */
  readonly isProlonged: boolean;
}

/** The credential is good, and the account that was asked for is not one it reaches: the caller answers 403 forbidden. */
export interface NotAMember {
  readonly principal: null;
  readonly membershipMissing: true;
}

/** Null: the credential is unknown, revoked or expired, and the caller answers 401. */
export type Recognition = Recognized | NotAMember | null;

/**
 * Turns a credential into a principal, with one indexed read and no cache: what is revoked is worth nothing with the
 * next request. The use is noted at most once a minute, by a second statement.
 */
export abstract class Credentials {
  /**
   * `secret` is what the cookie carries. The session's own account is passed over when the membership has ended or the
   * account is closed and the user has another; a closed one that was asked for comes back as closed.
   */
  abstract bySession(secret: string, asked: CredentialContext): Promise<Recognition>;

  /** Null also when the membership has ended, the account is closed, or the address is not one the key may be used from. */
  abstract byApiKey(rawKey: string, asked: CredentialContext): Promise<Recognition>;

  /** The signature has been checked before. Null when the membership has ended or the account is closed. */
  abstract byToken(claims: TokenClaims, asked: CredentialContext): Promise<Recognition>;
}
