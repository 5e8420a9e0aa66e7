import type { KnownDevice } from '../../domain/known-device';

/** Everything that can be used to sign in as a user, except the password and API keys. */
export abstract class SignInMethods {
  /**
   * Joins the transaction, in which the user must be locked. Revokes sessions, voids mailed links and codes, and
   * removes known devices, linked identities and the second factor.
   */
  abstract removeAll(userId: string, now: Date): Promise<void>;
}

export abstract class KnownDevices {
  abstract add(device: KnownDevice): Promise<void>;
  /** Returns the user of the device; null when unknown, forgotten or expired. */
  abstract userOf(idHash: Buffer, now: Date): Promise<string | null>;
  abstract forgetAllOf(userId: string): Promise<void>;
}

/** Names devices for display. */
export abstract class DeviceNames {
  /** "Firefox on Windows", or what of it the user agent reveals; "Unknown device" otherwise. */
  abstract nameOf(userAgent: string | null): string;
}
