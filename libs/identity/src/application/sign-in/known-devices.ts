import type { KnownDevice } from '../../domain/sign-in/known-device';

export abstract class KnownDevices {
  abstract add(device: KnownDevice): Promise<void>;
  /** Whose device it is; null when it is unknown, forgotten or expired. */
  abstract userOf(idHash: Buffer, now: Date): Promise<string | null>;
  /** Every device of the user is unknown from then on. */
  abstract forgetAllOf(userId: string): Promise<void>;
}
