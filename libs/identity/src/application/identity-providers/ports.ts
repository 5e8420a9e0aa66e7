import type { Page, PageRequest } from '@trunkline/kernel';
import type {
  IdentityProvider,
  AuthorizationChecks,
  ProviderAttempt,
} from '../../domain/identity-providers/identity-provider';
import type { LinkedIdentity } from '../../domain/identity-providers/linked-identity';
import type { ProviderClaims } from '../../domain/identity-providers/provider-claims';

export interface ConfiguredProvider {
  readonly provider: IdentityProvider;
  readonly displayName: string;
}

/** The provider is unavailable or its response is invalid. The adapter has logged the cause. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
}

/** OpenID Connect, code flow with PKCE. Must run outside any transaction; times out after a few seconds. */
export abstract class IdentityProviders {
  abstract list(): readonly ConfiguredProvider[];
  /** Throws ProviderFailure. */
  abstract authorizationUrl(provider: IdentityProvider, checks: AuthorizationChecks): Promise<string>;
  /**
   * Redeems the callback parameters and checks issuer, signature, audience, nonce and PKCE. Returns `denied` when the
   * user declined. Throws ProviderFailure.
   */
  abstract identify(
    provider: IdentityProvider,
    answer: Readonly<Record<string, string>>,
    checks: AuthorizationChecks,
  ): Promise<ProviderClaims | 'denied'>;
}

export interface AttemptTaken {
  readonly stateHash: Buffer;
  readonly browserHash: Buffer;
  readonly provider: IdentityProvider;
}

export abstract class ProviderAttemptRepository {
  /** Also deletes a few expired attempts, which keeps the table small. */
  abstract add(attempt: ProviderAttempt): Promise<void>;
  /**
   * Deletes and returns the attempt; null when unknown, used, expired, or of another browser or provider. A single
   * statement, so that one of two concurrent callers gets it. A request from another browser uses nothing up.
   */
  abstract take(key: AttemptTaken, now: Date): Promise<ProviderAttempt | null>;
}

export abstract class LinkedIdentityRepository {
  /** Retries the transaction when a concurrent request linked the same identity first. */
  abstract add(identity: LinkedIdentity): Promise<void>;
  abstract find(provider: IdentityProvider, issuer: string, subject: string): Promise<LinkedIdentity | null>;
  abstract noteUse(id: string, now: Date): Promise<void>;
  /** Returns the removed identity; null when the user has none with this id. */
  abstract remove(userId: string, id: string): Promise<LinkedIdentity | null>;
  abstract countOf(userId: string): Promise<number>;
  abstract list(userId: string, page: PageRequest<'created_at'>): Promise<Page<LinkedIdentity>>;
}

export abstract class LinkingSessions {
  /** True while the session that requested the link is neither revoked nor expired. */
  abstract isLive(sessionId: string, now: Date): Promise<boolean>;
}
