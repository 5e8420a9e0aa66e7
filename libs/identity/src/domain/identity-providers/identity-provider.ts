import { createHmac } from 'node:crypto';
import { addSeconds } from '@trunkline/kernel';
import type { LoginMethod } from '../sessions/session';
import { hashSecret, newSecret } from '../secrets';

/** The two third-party providers, named as in login events. */
export const IDENTITY_PROVIDERS = ['oauth_idp1', 'oauth_idp2'] as const satisfies readonly LoginMethod[];
export type IdentityProvider = (typeof IDENTITY_PROVIDERS)[number];

export const PROVIDER_MODES = ['login', 'signup', 'link'] as const;
export type ProviderMode = (typeof PROVIDER_MODES)[number];

/** Time limit for a sign-in at the provider. */
export const ATTEMPT_SECONDS = 10 * 60;

const SECRET = /^[\w-]{43}$/;

/** The session to whose user a provider is to be linked. */
export interface LinkingSession {
  readonly userId: string;
  readonly sessionId: string;
}

/** A sign-in in progress at a provider. Stores only hashes of its secrets. */
export interface ProviderAttempt {
  readonly stateHash: Buffer;
  readonly browserHash: Buffer;
  readonly provider: IdentityProvider;
  readonly mode: ProviderMode;
  /** A dashboard path. */
  readonly returnTo: string;
  /** ISO 3166-1 alpha-2, if the browser sent it. */
  readonly country: string | null;
  /** Time zone of the browser (IANA name). Null if the browser sent none, or an unknown one. */
  readonly timezone: string | null;
  /** Set in mode `link` only. */
  readonly linkingSession: LinkingSession | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

export type NewAttempt = Pick<
  ProviderAttempt,
  'provider' | 'mode' | 'returnTo' | 'country' | 'timezone' | 'linkingSession'
>;

/** Sent to the provider at the start and verified at the end (OpenID Connect Core, section 3.1; RFC 7636). */
export interface AuthorizationChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface BegunAttempt {
  readonly attempt: ProviderAttempt;
  readonly checks: AuthorizationChecks;
}

/** `browserSecret` is the value of the browser's cookie: only this browser can finish the attempt. */
export function beginAttempt(input: NewAttempt, browserSecret: string, now: Date): BegunAttempt {
  const state = newSecret();
  const hashes = { stateHash: hashSecret(state), browserHash: hashSecret(browserSecret) };
  const attempt = { ...input, ...hashes, expiresAt: addSeconds(now, ATTEMPT_SECONDS), createdAt: now };
  return { attempt, checks: checksOf(state, browserSecret) };
}

/**
 * Derives nonce and PKCE verifier from state and cookie, so that neither is stored: neither a copy of the database nor
 * a stolen URL is enough to finish a sign-in.
 */
export function checksOf(state: string, browserSecret: string): AuthorizationChecks {
  const derive = (purpose: string) =>
    createHmac('sha256', browserSecret).update(`${purpose}:${state}`).digest('base64url');
  return { state, nonce: derive('nonce'), codeVerifier: derive('code_verifier') };
}

/** Returns the browser's existing secret, perhaps from another tab, or a new one. */
export function browserSecretFrom(given: string | null): string {
  return given !== null && SECRET.test(given) ? given : newSecret();
}

/**
 * True for a path below the dashboard's URL: no other host, no parent directories, and no characters that browsers
 * interpret differently.
 */
export function isDashboardPath(text: string): boolean {
  if (!/^\/(?![/\\])/.test(text) || /[\\\s\p{Cc}]/u.test(text)) return false;
  const base = 'https://dashboard.invalid';
  const url = URL.canParse(`${base}/below${text}`) ? new URL(`${base}/below${text}`) : null;
  return url !== null && url.origin === base && url.pathname.startsWith('/below/');
}
