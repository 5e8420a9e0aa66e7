import type { Clock } from '@trunkline/kernel';
import { type DeviceCookie, registerDevice } from '../../domain/sign-in/known-device';
import { hashSecret } from '../../domain/secrets';
import type { KnownDevices } from './known-devices';

/** Known devices: browsers that a user has signed in with. A lockout caused elsewhere does not affect them. */
export class Devices {
  constructor(
    private readonly known: KnownDevices,
    private readonly clock: Clock,
  ) {}

  /** Joins the transaction. */
  async remember(userId: string): Promise<DeviceCookie> {
    const { device, cookie } = registerDevice(userId, this.clock.now());
    await this.known.add(device);
    return cookie;
  }

  /** Returns the id of the device if it belongs to this user. Costs the same without a secret or a user. */
  async recognize(secret: string | null, userId: string | null): Promise<string | null> {
    const idHash = hashSecret(secret ?? '');
    const owner = await this.known.userOf(idHash, this.clock.now());
    return owner !== null && owner === userId ? idHash.toString('hex') : null;
  }
}
