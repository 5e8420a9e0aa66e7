import { DomainError } from '@trunkline/kernel';
import type { SignedIn } from '../sign-in/sign-in';
import { ProviderFailure } from './ports';

/**
 * What the dashboard is told in `error=` (contract, section 1); `account_closed` as at sign-in with a password;
 * `identity_in_use` when a provider that is to be linked belongs to another user; `idp_failed` for everything that the
 * person can only try again: a state that is unknown, used, expired or another browser's, a provider that is away.
 */
export const PROVIDER_ERRORS = [
  'idp_denied',
  'idp_email_unverified',
  'fraud_blocked',
  'link_required',
  'account_closed',
  'identity_in_use',
  'idp_failed',
] as const;
export type ProviderError = (typeof PROVIDER_ERRORS)[number];

/** How a trip to a provider ended: an outcome to show to a person, never an exception. */
export type ProviderOutcome =
  | { readonly kind: 'signed_in'; readonly signedIn: SignedIn; readonly returnTo: string }
  | { readonly kind: 'linked'; readonly returnTo: string }
  | { readonly kind: 'refused'; readonly error: ProviderError; readonly returnTo: string | null };

/** `returnTo` null: to the page where invitees sign in. */
export function refused(error: ProviderError, returnTo: string | null = null): ProviderOutcome {
  return { kind: 'refused', error, returnTo };
}

/** The refusal that an exception means to the person; null for one that is a bug. */
export function refusalIn(error: unknown): ProviderError | null {
  if (error instanceof ProviderFailure) return 'idp_failed';
  if (!(error instanceof DomainError)) return null;
  return PROVIDER_ERRORS.find((code) => code === error.code) ?? null;
}
