import { DomainError } from '@trunkline/kernel';
import type { SignedIn } from '../sign-in/sign-in';
import { ProviderFailure } from './ports';

/**
 * Values of `error=` in the redirect to the dashboard. `idp_failed` covers everything the user can only retry: an
 * unknown, used, expired or foreign state, and an unavailable provider. See docs/sign-in.md#identity-providers.
 */
const PROVIDER_ERRORS = [
  'idp_denied',
  'idp_email_unverified',
  'fraud_blocked',
  'link_required',
  'account_closed',
  'identity_in_use',
  'idp_failed',
] as const;
export type ProviderError = (typeof PROVIDER_ERRORS)[number];

export interface BegunSignIn {
  readonly kind: 'begun';
  /** The provider's authorization URL. */
  readonly location: string;
  /** For the browser's cookie; not stored. */
  readonly browserSecret: string;
  /** Time limit for the sign-in, for which the browser keeps the secret. */
  readonly attemptSeconds: number;
}

export interface RefusedSignIn {
  readonly kind: 'refused';
  readonly error: ProviderError;
  /** Null leads to the sign-in page. */
  readonly returnTo: string | null;
}

/** The result of a provider sign-in, as data. */
export type ProviderOutcome =
  | { readonly kind: 'signed_in'; readonly signedIn: SignedIn; readonly returnTo: string }
  | { readonly kind: 'linked'; readonly returnTo: string }
  | RefusedSignIn;

export function refused(error: ProviderError, returnTo: string | null = null): RefusedSignIn {
  return { kind: 'refused', error, returnTo };
}

/** Maps an exception to a rejection; null for an unexpected error. */
export function refusalIn(error: unknown): ProviderError | null {
  if (error instanceof ProviderFailure) return 'idp_failed';
  if (!(error instanceof DomainError)) return null;
  return PROVIDER_ERRORS.find((code) => code === error.code) ?? null;
}
