import { newId } from '@trunkline/kernel';
import type { IdentityProvider } from './identity-provider';
import type { ProviderClaims } from './provider-claims';

/** A person at a provider who is a user here. Provider, issuer and subject together belong to one user. */
export interface LinkedIdentity {
  readonly id: string;
  readonly userId: string;
  readonly provider: IdentityProvider;
  /** Beside the provider, since a setting may lead to another issuer tomorrow, where subjects mean other invitees. */
  readonly issuer: string;
  readonly subject: string;
  /** The address at the provider when it was linked; for the user to recognise it by. */
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
