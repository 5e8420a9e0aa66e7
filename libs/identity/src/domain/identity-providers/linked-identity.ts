import { newId } from '@trunkline/kernel';
import type { IdentityProvider } from './identity-provider';
import type { ProviderClaims } from './provider-claims';

/** An identity at a provider that signs in as a user. Provider, issuer and subject together are unique. */
export interface LinkedIdentity {
  readonly id: string;
  readonly userId: string;
  readonly provider: IdentityProvider;
  /** Stored because a changed setting may point to another issuer, where subjects identify other people. */
  readonly issuer: string;
  readonly subject: string;
  /** The email at the provider when it was linked, for display. */
  readonly email: string | null;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
}

export function linkIdentity(
  userId: string,
  provider: IdentityProvider,
  { issuer, subject, email }: ProviderClaims,
  now: Date,
): LinkedIdentity {
  return { id: newId('idn'), userId, provider, issuer, subject, email, lastUsedAt: null, createdAt: now };
}
