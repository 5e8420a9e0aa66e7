import type { Principal } from '@trunkline/kernel';
import type { JWK } from 'jose';

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
  /** The consent under which the token was issued, if the token names it. */
  readonly grantId: string | null;
}

interface Recognized {
  readonly principal: Principal;
  readonly membershipMissing: false;
  /** When a session expires; null for keys and tokens. */
  readonly expiresAt: Date | null;
  /** The session was extended by this request, so its cookie must be extended too. */
  readonly isProlonged: boolean;
}

/** The credential is valid but does not reach the requested account. */
interface NotAMember {
  readonly principal: null;
  readonly membershipMissing: true;
}

/** The result of a lookup. Null for an unknown, revoked or expired credential. */
export type Recognition = Recognized | NotAMember | null;

/** Resolves a credential to a principal. Reads the current state each time, so a revocation takes effect at once. */
export abstract class CredentialLookup {
  abstract bySession(secret: string, context: CredentialContext): Promise<Recognition>;
  abstract byApiKey(rawKey: string, context: CredentialContext): Promise<Recognition>;
  /** The caller has verified the signature of the token. */
  abstract byToken(claims: TokenClaims, context: CredentialContext): Promise<Recognition>;
}

/** The public keys that access tokens are signed with. */
export abstract class TokenKeys {
  /** Returns the keys that verify tokens now. An unknown `kid` refreshes the list. */
  abstract publicJwks(kid?: string): Promise<readonly JWK[]>;
}

/** Revokes API keys that were exposed in a URL. */
export abstract class ExposedKeys {
  /** Idempotent; ignores unknown keys. */
  abstract revokeExposed(rawKey: string): Promise<unknown>;
}

/** Decides whether a session signed in recently enough for sensitive operations. */
export abstract class RecentSignIn {
  abstract isRecent(principal: Principal): boolean;
}
