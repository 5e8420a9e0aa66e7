import { addDays, addSeconds, newId } from '@trunkline/kernel';
import type { OAuthScope } from './scopes';

/** Lifetimes in seconds. See docs/oauth.md#lifetimes. */
export const OAUTH_LIFETIMES = {
  request: 15 * 60,
  code: 60,
  refreshToken: 30 * 86_400,
} as const;
const GRANT_DAYS = 180;

export interface NewOAuthGrant {
  readonly clientId: string;
  readonly userId: string;
  readonly accountId: string;
  /** In which the user approved the application. */
  readonly sessionId: string;
  readonly scopes: readonly OAuthScope[];
}

/** A user's consent that an application acts for the user in one account. Its tokens end with it. */
export interface OAuthGrant extends NewOAuthGrant {
  readonly id: string;
  /** When its newest refresh token or code expires. Each refresh moves it, never beyond `endsAt`. */
  readonly expiresAt: Date;
  readonly endsAt: Date;
  readonly createdAt: Date;
}

export function newOAuthGrant(input: NewOAuthGrant, now: Date): OAuthGrant {
  return {
    ...input,
    id: newId('ogr'),
    expiresAt: addSeconds(now, OAUTH_LIFETIMES.request + OAUTH_LIFETIMES.code),
    endsAt: addDays(now, GRANT_DAYS),
    createdAt: now,
  };
}
