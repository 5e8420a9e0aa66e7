import type { Clock } from '@trunkline/kernel';
import { type DeviceCookie, registerDevice } from '../../domain/known-device';
import { hashSecret } from '../../domain/secrets';
import type { KnownDevices } from './ports';

/** A known device and its user. */
export interface FoundDevice {
  readonly id: string;
  readonly userId: string;
}

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

  /** Returns the known device with this secret. Costs the same without a secret. */
  async find(secret: string | null): Promise<FoundDevice | null> {
    const idHash = hashSecret(secret ?? '');
    const userId = await this.known.userOf(idHash, this.clock.now());
    return userId === null ? null : { id: idHash.toString('hex'), userId };
  }
}
