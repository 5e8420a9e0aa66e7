import type { Clock } from '@trunkline/kernel';
import { type DeviceCookie, registerDevice } from '../../domain/sign-in/known-device';
import { hashSecret } from '../../domain/secrets';
import type { KnownDevices } from './known-devices';

/** Browsers that a user has signed in with, which a lockout by strangers passes by. */
export class Devices {
  constructor(
    private readonly known: KnownDevices,
    private readonly clock: Clock,
  ) {}

  /** Within the transaction of what makes it known. */
  async remember(userId: string): Promise<DeviceCookie> {
    const { device, cookie } = registerDevice(userId, this.clock.now());
    await this.known.add(device);
    return cookie;
  }

  /** The device that a secret is of, if it is one of this user. Costs the same without a secret and without a user. */
  async recognize(secret: string | null, userId: string | null): Promise<string | null> {
    const idHash = hashSecret(secret ?? '');
    const owner = await this.known.userOf(idHash, this.clock.now());
    return owner !== null && owner === userId ? idHash.toString('hex') : null;
  }
}
