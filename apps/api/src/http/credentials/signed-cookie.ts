import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Settings } from '@trunkline/platform';
import type { Response } from 'express';

const SECRET = /^[A-Za-z0-9_-]{20,128}$/;
const VERIFIED_MAX = 10_000;
/** With a valid signature: each may take a lookup. Others cannot crowd them out, as another service in the domain could set many. */
const COOKIES_MAX = 5;

/** A cookie's name, and the purpose that its signature covers, so that one cookie is never valid as another. */
export interface CookieKind {
  readonly name: string;
  readonly purpose: string;
}

/** A cookie with a signed secret. Forged secrets are rejected without a database lookup. */
export class SignedCookie {
  /** Keys are imported once: for each request it would take as long as the signature. */
  private readonly keys: readonly KeyObject[];
  /**
   * Valid signatures by secret, because computing one takes longer than the rest of the check. Whether a session with that
   * secret exists is read from the database with each request.
   */
  private readonly verified = new Map<string, string>();

  constructor(
    private readonly settings: Settings,
    private readonly kind: CookieKind,
  ) {
    this.keys = settings.SESSION_SECRETS.map((secret) => createSecretKey(secret, 'utf8'));
  }

  set(response: Response, secret: string, maxAgeSeconds: number): void {
    this.write(response, `${secret}.${this.sign(secret, this.newestKey)}`, Math.max(0, Math.ceil(maxAgeSeconds)));
  }

  clear(response: Response): void {
    this.write(response, '', 0);
  }

  /**
   * Returns the secrets with a valid signature in a Cookie header, in its order. A browser sends several cookies of one name if
   * they were set for a domain and for a host in it, or by another service in the domain.
   */
  read(header: string | undefined): string[] {
    const prefix = `${this.kind.name}=`;
    const pairs = header?.split(/;\s*/).filter((each) => each.startsWith(prefix)) ?? [];
    const secrets = new Set(pairs.flatMap((pair) => this.secretIn(pair.slice(prefix.length))));
    return [...secrets].slice(0, COOKIES_MAX);
  }

  private secretIn(value: string): string[] {
    const [secret, signature] = value.split('.');
    if (!secret || !signature || !SECRET.test(secret)) return [];
    return this.isSigned(secret, signature) ? [secret] : [];
  }

  private isSigned(secret: string, signature: string): boolean {
    const known = this.verified.get(secret);
    if (known !== undefined && equal(signature, known)) return true;
    const valid = this.keys.map((each) => this.sign(secret, each)).find((each) => equal(signature, each));
    if (valid !== undefined) this.remember(secret, valid);
    return valid !== undefined;
  }

  /** Only valid signatures, so that forged cookies replace none. */
  private remember(secret: string, signature: string): void {
    if (this.verified.size >= VERIFIED_MAX) this.verified.delete(this.verified.keys().next().value ?? '');
    // A copy, because a part of a string keeps the whole Cookie header in memory.
    this.verified.set(Buffer.from(secret).toString(), signature);
  }

  private write(response: Response, value: string, maxAgeSeconds: number): void {
    const { COOKIE_DOMAIN } = this.settings;
    const domain = COOKIE_DOMAIN ? `; Domain=${COOKIE_DOMAIN}` : '';
    const flags = `Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${maxAgeSeconds}`;
    response.append('Set-Cookie', `${this.kind.name}=${value}; ${flags}${domain}`);
  }

  private get newestKey(): KeyObject {
    const [key] = this.keys as readonly [KeyObject];
    return key;
  }

  private sign(secret: string, key: KeyObject): string {
    return createHmac('sha256', key).update(`${this.kind.purpose}:${secret}`).digest('base64url');
  }
}

function equal(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
