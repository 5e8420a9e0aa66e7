import { CommonErrors, invalidFields, newId } from '@trunkline/kernel';
import { randomBytes } from 'node:crypto';
import { hashSecret, newSecret } from '../secrets';
import { isHttpsUrl, isRedirectUri } from './redirect-uri';
import { knownScopes, type OAuthScope } from './scopes';
import { PRODUCT_NAME } from '../product';

const CLIENT_ID_PREFIX = 'svc_oauth_';
const SECRET_PREFIX = 'svc_oauths_';
const CLIENT_ID_BYTES = 18;
const DISPLAYED_LENGTH = 4;
const HTTPS_RULE = 'must be an https URL with a valid host, without credentials';
const REDIRECT_RULE =
  'must contain only https URIs with a valid host, http URIs of localhost or 127.0.0.1, and URIs with a custom scheme that contains a dot; without fragment, credentials and the characters that RFC 3986 excludes';

/** Active applications of an account. A disabled one frees its place. */
export const OAUTH_APPS_MAX = 25;

export const OAUTH_APP_STATUSES = ['active', 'disabled'] as const;
export type OAuthAppStatus = (typeof OAUTH_APP_STATUSES)[number];

/** What the developer states about the application. */
export interface OAuthAppDetails {
  readonly name: string;
  readonly description: string | null;
  readonly homepageUrl: string | null;
  readonly logoUrl: string | null;
  readonly redirectUris: readonly string[];
  readonly maxScopes: readonly string[];
}

/** What an application has that is registered without it. */
export const OAUTH_APP_DEFAULTS = { description: null, homepageUrl: null, logoUrl: null } as const;

/** What a new application must state. `OAUTH_APP_DEFAULTS` applies to the rest. */
export type NewOAuthAppDetails = Pick<OAuthAppDetails, 'name' | 'redirectUris' | 'maxScopes'> &
  Partial<OAuthAppDetails>;

export interface NewOAuthApp extends NewOAuthAppDetails {
  readonly accountId: string;
  readonly createdById: string;
}

export interface RegisteredOAuthApp {
  readonly app: OAuthApp;
  /** Shown once, never stored. */
  readonly clientSecret: string;
}

export interface OAuthAppState extends Omit<OAuthAppDetails, 'maxScopes'> {
  readonly id: string;
  readonly accountId: string;
  readonly createdById: string;
  readonly clientId: string;
  readonly maxScopes: readonly OAuthScope[];
  readonly secretHash: Buffer;
  readonly secretLast4: string;
  /** Null until the first rotation. */
  readonly secretRotatedAt: Date | null;
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An application of a third party, registered by a developer's account. */
export class OAuthApp {
  constructor(private current: OAuthAppState) {}

  /** Throws 422 for an invalid name, URL or redirect URI. */
  static register(input: NewOAuthApp, now: Date): RegisteredOAuthApp {
    const secret = newClientSecret();
    const app = new OAuthApp({
      ...checked({ ...OAUTH_APP_DEFAULTS, ...input }),
      maxScopes: knownScopes(input.maxScopes),
      id: newId('oac'),
      clientId: `${CLIENT_ID_PREFIX}${randomBytes(CLIENT_ID_BYTES).toString('base64url')}`,
      secretHash: secret.hash,
      secretLast4: secret.last4,
      secretRotatedAt: null,
      disabledAt: null,
      createdAt: now,
      updatedAt: now,
    });
    return { app, clientSecret: secret.text };
  }

  get state(): OAuthAppState {
    return this.current;
  }

  /** Does nothing without members. Throws invalid_state for a disabled application, and 422 as `register`. */
  change(change: Partial<OAuthAppDetails>, now: Date): void {
    this.assertActive();
    if (Object.keys(change).length === 0) return;
    const { maxScopes = this.current.maxScopes, ...details } = checked(change);
    this.current = { ...this.current, ...details, maxScopes: knownScopes(maxScopes), updatedAt: now };
  }

  /** Replaces the secret; the old one stops working. Throws invalid_state for a disabled application. */
  rotateSecret(now: Date): string {
    this.assertActive();
    const { text, hash, last4 } = newClientSecret();
    this.current = { ...this.current, secretHash: hash, secretLast4: last4, secretRotatedAt: now, updatedAt: now };
    return text;
  }

  /** Permanent; idempotent. */
  disable(now: Date): void {
    if (!this.current.disabledAt) this.current = { ...this.current, disabledAt: now, updatedAt: now };
  }

  private assertActive(): void {
    if (!this.current.disabledAt) return;
    throw CommonErrors.invalid_state({ message: 'This application is disabled. Only active ones can be changed.' });
  }
}

function newClientSecret() {
  const text = `${SECRET_PREFIX}${newSecret()}`;
  return { text, hash: hashSecret(text), last4: text.slice(-DISPLAYED_LENGTH) };
}

/** Checks the members that are given: stored ones may be older than a rule. */
function checked<T extends Partial<OAuthAppDetails>>(details: T): T {
  const { name, homepageUrl, logoUrl, redirectUris } = details;
  const invalid = {
    name: name !== undefined && nameFault(name),
    homepage_url: isWrongUrl(homepageUrl) && HTTPS_RULE,
    logo_url: isWrongUrl(logoUrl) && HTTPS_RULE,
    redirect_uris: redirectUris?.every(isRedirectUri) === false && REDIRECT_RULE,
  };
  const faults = Object.entries(invalid).filter((entry): entry is [string, string] => Boolean(entry[1]));
  if (faults.length > 0) throw invalidFields(Object.fromEntries(faults));
  return { ...details, ...(redirectUris && { redirectUris: [...new Set(redirectUris)] }) };
}

const isWrongUrl = (url: string | null | undefined): boolean => typeof url === 'string' && !isHttpsUrl(url);

/** Format characters such as U+200B and U+00AD, and everything else that is drawn as nothing. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Letters and digits that are drawn like one of the product's name. `i`, `l` and `1` look alike. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ...{ l: 'i', '1': 'i', '|': 'i', '!': 'i', ı: 'i', і: 'i', ӏ: 'i', ι: 'i' },
  ...{ '3': 'e', е: 'e', ε: 'e', к: 'k', κ: 'k', ĸ: 'k', т: 't', τ: 't', '7': 't' },
  ...{ п: 'n', ո: 'n', η: 'n', υ: 'u', ս: 'u', г: 'r' },
  // Small capitals, and letters with a stroke or hook, which no normalization takes apart.
  ...{ ᴛ: 't', ʀ: 'r', ᴜ: 'u', ɴ: 'n', ᴋ: 'k', ʟ: 'i', ɪ: 'i', ᴇ: 'e' },
  ...{ ŧ: 't', ƭ: 't', ɾ: 'r', ɍ: 'r', ŋ: 'n', ƙ: 'k', ł: 'i', ƚ: 'i', ɨ: 'i', ɇ: 'e' },
};
const PRODUCT_SKELETON = skeletonOf(PRODUCT_NAME);

/** Returns what is wrong with the name of an application, or null. See docs/oauth.md#names. */
export function nameFault(name: string): string | null {
  if (INVISIBLE.test(name)) return 'must not contain invisible characters';
  if (skeletonOf(name).includes(PRODUCT_SKELETON))
    return `must not contain the name ${PRODUCT_NAME} or a name that looks like it`;
  return null;
}

/** Two names with one skeleton look alike, apart from blanks and punctuation (Unicode Technical Standard 39, section 4). */
function skeletonOf(name: string): string {
  const characters = Array.from(name.normalize('NFKD').toLowerCase(), (each) => LOOKALIKES[each] ?? each);
  return characters.join('').replace(/[^a-z]/g, '');
}
