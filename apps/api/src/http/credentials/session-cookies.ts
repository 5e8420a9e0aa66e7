import { Injectable } from '@nestjs/common';
import { Clock } from '@trunkline/kernel';
import { Settings } from '@trunkline/platform';
import type { Response } from 'express';
import { SignedCookie } from './signed-cookie';

/** The session cookie (spec, Authentication, Mechanisms). */
export const SESSION_COOKIE = 'svc_sid';

@Injectable()
export class SessionCookies {
  private readonly cookie: SignedCookie;

  constructor(
    settings: Settings,
    private readonly clock: Clock,
  ) {
    this.cookie = new SignedCookie(settings, { name: SESSION_COOKIE, purpose: 'session' });
  }

  set(response: Response, secret: string, expiresAt: Date): void {
    this.cookie.set(response, secret, (expiresAt.getTime() - this.clock.now().getTime()) / 1000);
  }

  /** Has the browser keep the cookie that came with the request until then; its value stays. */
  prolong(response: Response, expiresAt: Date): void {
    const secret = this.read(response.req.headers.cookie);
    if (secret) this.set(response, secret, expiresAt);
  }

  clear(response: Response): void {
    this.cookie.clear(response);
  }

  /** As `clear`, when the session that the cookie stands for is over. */
  clearIf(isOver: boolean, response: Response): void {
    if (isOver) this.clear(response);
  }

  /** The session secret of a Cookie header, or null when there is none or its signature is not ours. */
  read(header: string | undefined): string | null {
    return this.cookie.read(header);
  }
}
