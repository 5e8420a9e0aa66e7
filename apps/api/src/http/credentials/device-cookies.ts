import { Injectable } from '@nestjs/common';
import { Clock } from '@trunkline/kernel';
import { Settings } from '@trunkline/platform';
import type { Response } from 'express';
import { SignedCookie } from './signed-cookie';

/** Identifies a known device of one user. It does not authenticate: it exempts the device from lockouts caused elsewhere. */
const DEVICE_COOKIE = 'svc_did';

export interface DeviceSecret {
  readonly secret: string;
  readonly expiresAt: Date;
}

@Injectable()
export class DeviceCookies {
  private readonly cookie: SignedCookie;

  constructor(
    settings: Settings,
    private readonly clock: Clock,
  ) {
    this.cookie = new SignedCookie(settings, { name: DEVICE_COOKIE, purpose: 'device' });
  }

  /** Sets the cookie. Null keeps the browser's current cookie. */
  set(response: Response, device: DeviceSecret | null): void {
    if (!device) return;
    this.cookie.set(response, device.secret, (device.expiresAt.getTime() - this.clock.now().getTime()) / 1000);
  }

  /** Returns the first device secret in a Cookie header with a valid signature, or null. */
  read(header: string | undefined): string | null {
    return this.cookie.read(header)[0] ?? null;
  }
}
