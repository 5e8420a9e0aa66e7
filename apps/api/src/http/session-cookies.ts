import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '@trunkline/kernel';
import { Settings } from '@trunkline/platform';
import type { Response } from 'express';

/** The session cookie (spec, Authentication, Mechanisms). */
export const SESSION_COOKIE = 'svc_sid';
const SECRET = /^[A-Za-z0-9_-]{20,128}$/;

/** Signs the session secret on its way out and checks it on its way in, so that a made-up one never reaches the database. */
@Injectable()
export class SessionCookies {
  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  set(response: Response, secret: string, expiresAt: Date): void {
    const maxAge = Math.max(0, Math.ceil((expiresAt.getTime() - this.clock.now().getTime()) / 1000));
    this.write(response, `${secret}.${this.sign(secret, this.newestSecret)}`, maxAge);
  }

  /** Has the browser keep the cookie that came with the request until then; its value stays. */
  prolong(response: Response, expiresAt: Date): void {
    const secret = this.read(response.req.headers.cookie);
    if (secret) this.set(response, secret, expiresAt);
  }

  clear(response: Response): void {
    this.write(response, '', 0);
  }

  /** As `clear`, when the session that the cookie stands for is over. */
  clearIf(isOver: boolean, response: Response): void {
    if (isOver) this.clear(response);
  }

  /** The session secret of a Cookie header, or null when there is none or its signature is not ours. */
  read(header: string | undefined): string | null {
    const pair = header?.split(/;\s*/).find((each) => each.startsWith(`${SESSION_COOKIE}=`));
    const [secret, signature] = pair?.slice(SESSION_COOKIE.length + 1).split('.') ?? [];
    if (!secret || !signature || !SECRET.test(secret)) return null;
    return this.settings.SESSION_SECRETS.some((each) => equal(signature, this.sign(secret, each))) ? secret : null;
  }

  private write(response: Response, value: string, maxAgeSeconds: number): void {
    const { COOKIE_DOMAIN } = this.settings;
    const domain = COOKIE_DOMAIN ? `; Domain=${COOKIE_DOMAIN}` : '';
    const flags = `Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${maxAgeSeconds}`;
    response.append('Set-Cookie', `${SESSION_COOKIE}=${value}; ${flags}${domain}`);
  }

  private get newestSecret(): string {
    return this.settings.SESSION_SECRETS[0] ?? '';
  }

  private sign(secret: string, key: string): string {
    return createHmac('sha256', key).update(`session:${secret}`).digest('base64url');
  }
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
