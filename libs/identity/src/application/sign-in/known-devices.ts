import type { KnownDevice } from '../../domain/sign-in/known-device';

export abstract class KnownDevices {
  abstract add(device: KnownDevice): Promise<void>;
  /** Returns the user of the device; null when unknown, forgotten or expired. */
  abstract userOf(idHash: Buffer, now: Date): Promise<string | null>;
  abstract forgetAllOf(userId: string): Promise<void>;
}
