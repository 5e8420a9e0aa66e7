import { addSeconds } from '@trunkline/kernel';
import { hashSecret, newSecret } from '../secrets';

const DAY_S = 86_400;

/** From when it was made known, however often it is used. */
export const KNOWN_DEVICE_SECONDS = 180 * DAY_S;

/** A browser in which one user has completed a sign-in, or read the mail of a reset. A lockout by strangers passes it by. */
export interface KnownDevice {
  readonly idHash: Buffer;
  readonly userId: string;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** What goes into the cookie of a known device; kept nowhere. */
export interface DeviceCookie {
  readonly secret: string;
  readonly expiresAt: Date;
}

export function registerDevice(userId: string, now: Date): { device: KnownDevice; cookie: DeviceCookie } {
  const secret = newSecret();
  const expiresAt = addSeconds(now, KNOWN_DEVICE_SECONDS);
  return { device: { idHash: hashSecret(secret), userId, expiresAt, createdAt: now }, cookie: { secret, expiresAt } };
}
