import { type Page, pageOf, type PageRequest, RetryTransaction } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import {
  type AttemptTaken,
  type ConfiguredProvider,
  IdentityProviders,
  LinkedIdentityRepository,
  LinkingSessions,
  ProviderAttemptRepository,
  ProviderFailure,
} from '../../application/identity-providers/ports';
import type { IdentityProvider, Proofs, ProviderAttempt } from '../../domain/identity-providers/identity-provider';
import type { LinkedIdentity } from '../../domain/identity-providers/linked-identity';
import type { ProviderClaims } from '../../domain/identity-providers/provider-claims';
import { PostgresLinkedIdentityRepository } from '../../infrastructure/identity-providers/linked-identity.repository';
import { PostgresLinkingSessions } from '../../infrastructure/identity-providers/linking-sessions';
import { PostgresProviderAttemptRepository } from '../../infrastructure/identity-providers/provider-attempt.repository';
import type { IdentityState } from '../identity-state';

export interface IdentityProviderStores {
  readonly attempts: ProviderAttemptRepository;
  readonly identities: LinkedIdentityRepository;
  readonly linkingSessions: LinkingSessions;
}

export class MemoryProviderAttemptRepository extends ProviderAttemptRepository {
  private attempts: ProviderAttempt[] = [];

  override async add(attempt: ProviderAttempt): Promise<void> {
    this.attempts.push(attempt);
  }

  override async take({ stateHash, browserHash, provider }: AttemptTaken, now: Date): Promise<ProviderAttempt | null> {
    const taken = this.attempts.find(
      (each) =>
        each.stateHash.equals(stateHash) &&
        each.browserHash.equals(browserHash) &&
        each.provider === provider &&
        each.expiresAt > now,
    );
    this.attempts = this.attempts.filter((each) => each !== taken);
    return taken ?? null;
  }
}

export class MemoryLinkedIdentityRepository extends LinkedIdentityRepository {
  private readonly kept = new Map<string, LinkedIdentity>();

  override async add(identity: LinkedIdentity): Promise<void> {
    const { provider, issuer, subject } = identity;
    if (await this.find(provider, issuer, subject)) throw new RetryTransaction();
    this.kept.set(identity.id, identity);
  }

  override async find(provider: IdentityProvider, issuer: string, subject: string): Promise<LinkedIdentity | null> {
    const isMeant = (each: LinkedIdentity) =>
      each.provider === provider && each.issuer === issuer && each.subject === subject;
    return [...this.kept.values()].find(isMeant) ?? null;
  }

  override async noteUse(id: string, now: Date): Promise<void> {
    this.kept.set(id, { ...this.kept.get(id)!, lastUsedAt: now });
  }

  override async remove(userId: string, id: string): Promise<LinkedIdentity | null> {
    const identity = this.kept.get(id);
    if (identity?.userId !== userId) return null;
    this.kept.delete(id);
    return identity;
  }

  override async countOf(userId: string): Promise<number> {
    return [...this.kept.values()].filter((each) => each.userId === userId).length;
  }

  override async list(userId: string, page: PageRequest<'created_at'>): Promise<Page<LinkedIdentity>> {
    const { limit, order, after } = page;
    const place = (key: number | string, id: string) => `${String(key).padStart(15, '0')}/${id}`;
    const placeOf = ({ createdAt, id }: LinkedIdentity) => place(createdAt.getTime(), id);
    const compare = (a: string, b: string) => (order === 'desc' ? -1 : 1) * (a < b ? -1 : Number(a > b));
    const rows = [...this.kept.values()]
      .filter((each) => each.userId === userId)
      .filter((each) => !after || compare(placeOf(each), place(after.key, after.id)) > 0)
      .sort((a, b) => compare(placeOf(a), placeOf(b)));
    return pageOf(rows, limit, ({ createdAt, id }) => ({ key: createdAt.getTime(), id }));
  }
}

export class MemoryLinkingSessions extends LinkingSessions {
  constructor(private readonly state: IdentityState) {
    super();
  }

  override async isLive(sessionId: string, now: Date): Promise<boolean> {
    const session = this.state.sessions.get(sessionId);
    return session !== undefined && !session.revokedAt && session.expiresAt > now;
  }
}

/** Providers with identities that the test adds. The `code` of a callback selects the identity. */
export class FakeIdentityProviders extends IdentityProviders {
  isAway = false;
  readonly invitees = new Map<string, ProviderClaims | 'denied'>();
  /** What each state was begun with. */
  readonly begun = new Map<string, Proofs>();

  override list(): readonly ConfiguredProvider[] {
    return [{ provider: 'oauth_idp1', displayName: 'First' }];
  }

  override async authorizationUrl(_provider: IdentityProvider, proofs: Proofs): Promise<string> {
    if (this.isAway) throw new ProviderFailure('away');
    this.begun.set(proofs.state, proofs);
    return `https://issuer.example/authorize?state=${proofs.state}`;
  }

  override async identify(
    _provider: IdentityProvider,
    { code = '' }: Readonly<Record<string, string>>,
    proofs: Proofs,
  ): Promise<ProviderClaims | 'denied'> {
    const person = this.invitees.get(code);
    const begun = this.begun.get(proofs.state);
    const isProven = begun?.nonce === proofs.nonce && begun.codeVerifier === proofs.codeVerifier;
    if (this.isAway || !person || !isProven) throw new ProviderFailure('proves nothing');
    return person;
  }
}

export function memoryProviderStores(state: IdentityState): IdentityProviderStores {
  return {
    attempts: new MemoryProviderAttemptRepository(),
    identities: new MemoryLinkedIdentityRepository(),
    linkingSessions: new MemoryLinkingSessions(state),
  };
}

export function databaseProviderStores(db: Database): IdentityProviderStores {
  return {
    attempts: new PostgresProviderAttemptRepository(db),
    identities: new PostgresLinkedIdentityRepository(db),
    linkingSessions: new PostgresLinkingSessions(db),
  };
}
