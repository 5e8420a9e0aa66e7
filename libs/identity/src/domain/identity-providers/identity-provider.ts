import { createHmac } from 'node:crypto';
import { addSeconds } from '@trunkline/kernel';
import type { LoginMethod } from '../login-events/login-event';
import { hashSecret, newSecret } from '../secrets';

/** The two third-party providers, by the names that the sign-in history knows them by (spec, LoginEvent). */
export const IDENTITY_PROVIDERS = ['oauth_idp1', 'oauth_idp2'] as const satisfies readonly LoginMethod[];
export type IdentityProvider = (typeof IDENTITY_PROVIDERS)[number];

export const PROVIDER_MODES = ['login', 'signup', 'link'] as const;
export type ProviderMode = (typeof PROVIDER_MODES)[number];

/** How long someone may take at the provider. */
export const ATTEMPT_SECONDS = 10 * 60;

const SECRET = /^[\w-]{43}$/;

/** Whose session a provider is to be added to. */
export interface Linker {
  readonly userId: string;
  readonly sessionId: string;
}

/** A browser on its way to a provider and back. Of what proves it, only hashes are kept. */
export interface ProviderAttempt {
  readonly stateHash: Buffer;
  readonly browserHash: Buffer;
  readonly provider: IdentityProvider;
  readonly mode: ProviderMode;
  /** A path of the dashboard. */
  readonly returnTo: string;
  /** ISO 3166-1 alpha-2, where the browser said it. */
  readonly country: string | null;
  /** Set with mode `link` alone. */
  readonly linker: Linker | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

export type NewAttempt = Pick<ProviderAttempt, 'provider' | 'mode' | 'returnTo' | 'country' | 'linker'>;

/** What the provider is told at the start and must confirm at the end (OpenID Connect Core, section 3.1; RFC 7636). */
export interface Proofs {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface BegunAttempt {
  readonly attempt: ProviderAttempt;
  readonly proofs: Proofs;
}

/** `browserSecret` is what the browser's cookie holds: who has not got it cannot finish what this begins. */
export function beginAttempt(input: NewAttempt, browserSecret: string, now: Date): BegunAttempt {
  const state = newSecret();
  const hashes = { stateHash: hashSecret(state), browserHash: hashSecret(browserSecret) };
  const attempt = { ...input, ...hashes, expiresAt: addSeconds(now, ATTEMPT_SECONDS), createdAt: now };
  return { attempt, proofs: proofsOf(state, browserSecret) };
}

/**
 * Nonce and PKCE verifier follow from state and cookie together, so that neither has to be stored: a copy of the
 * database finishes nobody's sign-in, and neither does a stolen address.
 */
export function proofsOf(state: string, browserSecret: string): Proofs {
  const derive = (purpose: string) =>
    createHmac('sha256', browserSecret).update(`${purpose}:${state}`).digest('base64url');
  return { state, nonce: derive('nonce'), codeVerifier: derive('code_verifier') };
}

/** The secret that the browser has from a sign-in that it began a moment ago, perhaps in another tab, or a new one. */
export function browserSecretFrom(given: string | null): string {
  return given !== null && SECRET.test(given) ? given : newSecret();
}

/**
 * True for a path below the dashboard's address: no other host, no way up out of it, nothing that browsers read in
 * another way than we do.
 */
export function isDashboardPath(text: string): boolean {
  if (!/^\/(?![/\\])/.test(text) || /[\\\s\p{Cc}]/u.test(text)) return false;
  const base = 'https://dashboard.invalid';
  const url = URL.canParse(`${base}/below${text}`) ? new URL(`${base}/below${text}`) : null;
  return url !== null && url.origin === base && url.pathname.startsWith('/below/');
}
