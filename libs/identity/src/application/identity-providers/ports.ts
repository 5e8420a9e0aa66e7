import type { Page, PageRequest } from '@trunkline/kernel';
import type { IdentityProvider, Proofs, ProviderAttempt } from '../../domain/identity-providers/identity-provider';
import type { LinkedIdentity } from '../../domain/identity-providers/linked-identity';
import type { ProviderClaims } from '../../domain/identity-providers/provider-claims';

export interface ConfiguredProvider {
  readonly provider: IdentityProvider;
  readonly displayName: string;
}

/** The provider is away, or what it answered proves nothing. The adapter has logged why. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
}

/** OpenID Connect, code flow with PKCE. CredentialContext outside of any transaction; gives up after a few seconds. */
export abstract class IdentityProviders {
  abstract list(): readonly ConfiguredProvider[];
  /** Where to send the browser. Throws ProviderFailure. */
  abstract authorizationUrl(provider: IdentityProvider, proofs: Proofs): Promise<string>;
  /**
   * Redeems what the browser brought back, by name and value, and checks issuer, signature, audience, nonce and PKCE.
   * `denied` when the person said no. Throws ProviderFailure.
   */
  abstract identify(
    provider: IdentityProvider,
    answer: Readonly<Record<string, string>>,
    proofs: Proofs,
  ): Promise<ProviderClaims | 'denied'>;
}

export interface AttemptTaken {
  readonly stateHash: Buffer;
  readonly browserHash: Buffer;
  readonly provider: IdentityProvider;
}

export abstract class ProviderAttemptRepository {
  /** Also clears away a few that nobody came back for, so that the table stays as small as ten minutes of attempts. */
  abstract add(attempt: ProviderAttempt): Promise<void>;
  /**
   * Uses the attempt up and returns it, or null when it is unknown, used, expired, or another browser's or provider's.
   * One statement: of two callers one gets it. Somebody else's browser uses nothing up.
   */
  abstract take(key: AttemptTaken, now: Date): Promise<ProviderAttempt | null>;
}

export abstract class LinkedIdentityRepository {
  /** Retries the transaction when another one linked the same person first. */
  abstract add(identity: LinkedIdentity): Promise<void>;
  abstract find(provider: IdentityProvider, issuer: string, subject: string): Promise<LinkedIdentity | null>;
  abstract noteUse(id: string, now: Date): Promise<void>;
  /** What was removed; null when the user has none of that id. */
  abstract remove(userId: string, id: string): Promise<LinkedIdentity | null>;
  abstract countOf(userId: string): Promise<number>;
  abstract list(userId: string, page: PageRequest<'created_at'>): Promise<Page<LinkedIdentity>>;
}

export abstract class LinkingSessions {
  /** True while the session that began to link is neither revoked nor expired. */
  abstract isLive(sessionId: string, now: Date): Promise<boolean>;
}
