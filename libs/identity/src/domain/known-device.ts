import { addSeconds } from '@trunkline/kernel';
import { hashSecret, newSecret } from './secrets';

const DAY_S = 86_400;

/** Lifetime from registration, regardless of use. */
export const KNOWN_DEVICE_SECONDS = 180 * DAY_S;

/** A browser in which a user completed a sign-in or a password reset. Lockouts caused elsewhere do not affect it. */
export interface KnownDevice {
  readonly idHash: Buffer;
  readonly userId: string;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** The value of the device cookie; not stored. */
export interface DeviceCookie {
  readonly secret: string;
  readonly expiresAt: Date;
}

export function registerDevice(userId: string, now: Date): { device: KnownDevice; cookie: DeviceCookie } {
  const secret = newSecret();
  const expiresAt = addSeconds(now, KNOWN_DEVICE_SECONDS);
  return { device: { idHash: hashSecret(secret), userId, expiresAt, createdAt: now }, cookie: { secret, expiresAt } };
}
