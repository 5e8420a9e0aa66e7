import type { OAuthScope } from '../../domain/oauth/scopes';
import type { ConsentDecision } from './ports';

/** What the authorization server stores about a request, code or token. Opaque to this context. */
export type StoredPayload = Readonly<Record<string, unknown>>;

export interface OAuthClient {
  readonly clientId: string;
  readonly name: string;
  readonly secretHash: Buffer;
  readonly redirectUris: readonly string[];
  readonly maxScopes: readonly OAuthScope[];
}

export interface LiveGrant {
  readonly id: string;
  readonly clientId: string;
  readonly userId: string;
  readonly accountId: string;
  /** Within the present maximum of the application. */
  readonly scopes: readonly OAuthScope[];
}

export type TokenKind = 'code' | 'refresh_token';

export interface TokenName {
  readonly kind: TokenKind;
  /** The code or token itself. Only its hash is stored. */
  readonly value: string;
}

export interface StoredToken {
  readonly payload: StoredPayload;
  readonly isUsed: boolean;
  readonly expiresAt: Date;
}

export interface NewToken extends TokenName {
  readonly grantId: string;
  readonly payload: StoredPayload;
}

/** A client and the code or token that it presents, with the grant behind it. */
export interface Presented {
  readonly client: OAuthClient | null;
  readonly token: StoredToken | null;
  readonly grant: LiveGrant | null;
}

export interface NewAuthorizationRequest {
  readonly id: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly redirectUri: string;
  readonly returnTo: string;
  readonly payload: StoredPayload;
}

export interface StoredRequest {
  readonly payload: StoredPayload;
  readonly decision: ConsentDecision | null;
}

/**
 * The state of the OAuth authorization server. Codes and tokens are stored as hashes. A grant is live while it is not
 * revoked, its application active, its user a member of the account and the account not closed; nothing of another
 * grant is found.
 */
export abstract class AuthorizationStore {
  /** Returns null for an unknown or disabled application. */
  abstract findClient(clientId: string): Promise<OAuthClient | null>;
  /**
   * Reads everything that a token request needs in one statement, which concurrent requests share. An expired token is
   * found only if it was used, so that a replay is recognized.
   */
  abstract findPresented(clientId: string, token: TokenName): Promise<Presented>;
  abstract addCode(code: NewToken): Promise<void>;
  /**
   * Uses up a code or refresh token and stores the refresh token that replaces it, atomically. Returns false, and stores
   * nothing, when it was used before or the grant is not live: of several exchanges, one succeeds. Concurrent exchanges
   * share a statement and its commit, so this joins no transaction.
   */
  abstract exchange(used: TokenName, issued: NewToken): Promise<boolean>;
  /** Ends the grant with all its codes and tokens. Idempotent. */
  abstract revokeGrant(grantId: string): Promise<void>;
  abstract findGrant(grantId: string): Promise<LiveGrant | null>;
  abstract addRequest(request: NewAuthorizationRequest): Promise<void>;
  /** Returns null for an unknown or expired request. */
  abstract findRequest(id: string): Promise<StoredRequest | null>;
  /** Returns false for a request that was removed before: of several responses to one request, one continues. */
  abstract removeRequest(id: string): Promise<boolean>;
}
