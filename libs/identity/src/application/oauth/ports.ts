import type { Page, PageRequest } from '@trunkline/kernel';
import type { OAuthApp, OAuthAppState, OAuthAppStatus } from '../../domain/oauth/oauth-app';
import type { OAuthGrant } from '../../domain/oauth/oauth-grant';
import type { OAuthScope } from '../../domain/oauth/scopes';

export interface OAuthAppView extends Omit<OAuthAppState, 'secretHash' | 'createdById'> {
  readonly status: OAuthAppStatus;
  /** Users with a grant that is neither revoked nor expired. */
  readonly authorizedUserCount: number;
}

export abstract class OAuthAppRepository {
  abstract add(app: OAuthApp): Promise<void>;
  /** Returns how many applications of the account are active. Exact while the account is locked. */
  abstract countActive(accountId: string): Promise<number>;
  /** Only an application that `lock` returned in this transaction may be saved. */
  abstract save(app: OAuthApp): Promise<void>;
  /** Locks the application until the transaction ends. Throws not_found, also for another account's. */
  abstract lock(accountId: string, id: string): Promise<OAuthApp>;
}

export interface OAuthAppFilter {
  readonly accountId: string;
  /** Null matches every status. */
  readonly status: readonly OAuthAppStatus[] | null;
}

export abstract class OAuthAppQueries {
  abstract list(filter: OAuthAppFilter, page: PageRequest<'created_at'>): Promise<Page<OAuthAppView>>;
  /** Throws not_found. */
  abstract get(accountId: string, id: string): Promise<OAuthAppView>;
}

/** A connected application, as shown to the user. */
export interface OAuthGrantView {
  readonly id: string;
  readonly clientId: string;
  readonly appName: string;
  readonly appLogoUrl: string | null;
  readonly scopes: readonly OAuthScope[];
  readonly accountId: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export abstract class OAuthGrantRepository {
  abstract add(grant: OAuthGrant): Promise<void>;
  /** Revokes every grant that users gave to the application. Idempotent. */
  abstract revokeOfApp(clientId: string, now: Date): Promise<void>;
  /** Revokes every grant that the user gave to the application, in any account. Idempotent. */
  abstract revokeOfUser(userId: string, clientId: string, now: Date): Promise<void>;
  /** Revokes every grant that the user gave in one of the sessions. Returns the names of their applications. */
  abstract revokeGivenIn(userId: string, sessionIds: readonly string[], now: Date): Promise<readonly string[]>;
}

export abstract class OAuthGrantQueries {
  /** Grants that are neither revoked nor expired. */
  abstract list(userId: string, page: PageRequest<'created_at'>): Promise<Page<OAuthGrantView>>;
  /** Returns the client id of the user's grant, even if the grant has ended. Throws not_found. */
  abstract clientOf(userId: string, id: string): Promise<string>;
}

/** An authorization request that waits for the user's consent. */
export interface ConsentRequest {
  readonly app: Pick<OAuthAppState, 'clientId' | 'name' | 'description' | 'homepageUrl' | 'logoUrl'>;
  /** Requested and within the application's maximum. */
  readonly scopes: readonly OAuthScope[];
  readonly redirectUri: string;
  /** Where the browser continues after the decision. */
  readonly returnTo: string;
  readonly expiresAt: Date;
}

export interface ConsentDecision {
  readonly userId: string;
  /** Null for a denial. */
  readonly grantId: string | null;
}

export abstract class ConsentRequests {
  /** Returns null for a request that is unknown, expired or decided, and when the application is disabled. */
  abstract find(requestId: string, now: Date): Promise<ConsentRequest | null>;
  /** Records the decision. Returns false for a request as in `find`: of several decisions, one counts. */
  abstract decide(requestId: string, decision: ConsentDecision, now: Date): Promise<boolean>;
}
