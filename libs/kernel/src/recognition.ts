import type { Principal } from './principal';

/** The parts of a request that affect its authentication, apart from the credential. */
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

interface Recognized {
  readonly principal: Principal;
  readonly membershipMissing: false;
  /** When a session expires; null for keys and tokens. */
  readonly expiresAt: Date | null;
  /** This request extended a trusted session, so its cookie must be extended too. */
  readonly isProlonged: boolean;
}

/** The credential is valid but does not reach the requested account. */
interface NotAMember {
  readonly principal: null;
  readonly membershipMissing: true;
}

/** Null: the credential is unknown, revoked or expired. */
export type Recognition = Recognized | NotAMember | null;
