import { Injectable } from '@nestjs/common';
import { Clock } from '@trunkline/kernel';
import { Settings } from '@trunkline/platform';
import type { Response } from 'express';
import type { EdgeRequest } from '../endpoint/edge-request';
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

  /** Extends the cookie that authenticated the request; its value does not change. */
  prolong(response: Response, expiresAt: Date): void {
    const { sessionSecret } = (response.req as EdgeRequest).edge;
    if (sessionSecret) this.set(response, sessionSecret, expiresAt);
  }

  clear(response: Response): void {
    this.cookie.clear(response);
  }

  /** Clears the cookie if the session has ended. */
  clearIf(isOver: boolean, response: Response): void {
    if (isOver) this.clear(response);
  }

  /** Returns the session secrets in a Cookie header with a valid signature. Any of them may belong to a live session. */
  read(header: string | undefined): string[] {
    return this.cookie.read(header);
  }
}
