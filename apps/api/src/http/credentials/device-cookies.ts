import { Injectable } from '@nestjs/common';
import { Clock } from '@trunkline/kernel';
import { Settings } from '@trunkline/platform';
import type { Response } from 'express';
import { SignedCookie } from './signed-cookie';

/** Identifies a known device of one user. It does not authenticate: it exempts the device from lockouts caused elsewhere. */
export const DEVICE_COOKIE = 'svc_did';

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

  /** Null leaves the browser with what it has. */
  set(response: Response, device: DeviceSecret | null): void {
    if (!device) return;
    this.cookie.set(response, device.secret, (device.expiresAt.getTime() - this.clock.now().getTime()) / 1000);
  }

  /** The secret of the device that a request comes from, or null when it carries none or its signature is not ours. */
  read(header: string | undefined): string | null {
    return this.cookie.read(header);
  }
}
