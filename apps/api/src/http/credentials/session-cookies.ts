import { Injectable } from '@nestjs/common';
import { Clock } from '@trunkline/kernel';
import { Settings } from '@trunkline/platform';
import type { Response } from 'express';
import { SignedCookie } from './signed-cookie';

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

  /** Extends the cookie of the request; its value does not change. */
  prolong(response: Response, expiresAt: Date): void {
    const secret = this.read(response.req.headers.cookie);
    if (secret) this.set(response, secret, expiresAt);
  }

  clear(response: Response): void {
    this.cookie.clear(response);
  }

  /** Clears the cookie if the session has ended. */
  clearIf(isOver: boolean, response: Response): void {
    if (isOver) this.clear(response);
  }

  /** Returns the session secret in a Cookie header, or null if it is missing or its signature is invalid. */
  read(header: string | undefined): string | null {
    return this.cookie.read(header);
  }
}
