import type { CredentialContext, Principal, Recognition, TokenClaims } from '@trunkline/kernel';
import type { JWK } from 'jose';

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
