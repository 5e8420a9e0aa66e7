import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Settings } from '@trunkline/platform';
import type { Response } from 'express';

const SECRET = /^[A-Za-z0-9_-]{20,128}$/;

/** What one cookie is called, and what its signature is for: one of them is worth nothing as the other. */
export interface CookieKind {
  readonly name: string;
  readonly purpose: string;
}

/** Signs a secret on its way out and checks it on its way in, so that a made-up one never reaches the database. */
export class SignedCookie {
  constructor(
    private readonly settings: Settings,
    private readonly kind: CookieKind,
  ) {}

  set(response: Response, secret: string, maxAgeSeconds: number): void {
    this.write(response, `${secret}.${this.sign(secret, this.newestSecret)}`, Math.max(0, Math.ceil(maxAgeSeconds)));
  }

  clear(response: Response): void {
    this.write(response, '', 0);
  }

  /** The secret of a Cookie header, or null when there is none or its signature is not ours. */
  read(header: string | undefined): string | null {
    const prefix = `${this.kind.name}=`;
    const pair = header?.split(/;\s*/).find((each) => each.startsWith(prefix));
    const [secret, signature] = pair?.slice(prefix.length).split('.') ?? [];
    if (!secret || !signature || !SECRET.test(secret)) return null;
    return this.settings.SESSION_SECRETS.some((each) => equal(signature, this.sign(secret, each))) ? secret : null;
  }

  private write(response: Response, value: string, maxAgeSeconds: number): void {
    const { COOKIE_DOMAIN } = this.settings;
    const domain = COOKIE_DOMAIN ? `; Domain=${COOKIE_DOMAIN}` : '';
    const flags = `Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${maxAgeSeconds}`;
    response.append('Set-Cookie', `${this.kind.name}=${value}; ${flags}${domain}`);
  }

  private get newestSecret(): string {
    return this.settings.SESSION_SECRETS[0] ?? '';
  }

  private sign(secret: string, key: string): string {
    return createHmac('sha256', key).update(`${this.kind.purpose}:${secret}`).digest('base64url');
  }
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
