import type { Database } from '@trunkline/platform';
import type { KnownDevices } from '../../application/sign-in/ports';
import type { KnownDevice } from '../../domain/known-device';
import { KnownDeviceSchema } from '../schema';

export class StoredKnownDevices implements KnownDevices {
  constructor(private readonly db: Database) {}

  add(device: KnownDevice): Promise<void> {
    return this.db.table(KnownDeviceSchema).add(device);
  }

  async userOf(idHash: Buffer, now: Date): Promise<string | null> {
    const device = await this.db.table(KnownDeviceSchema).find('id_hash = $1 AND expires_at > $2', [idHash, now]);
    return device && device.userId;
  }

  forgetAllOf(userId: string): Promise<void> {
    return this.db.write(`DELETE FROM identity.known_devices WHERE user_id = $1`, [userId]);
  }
}
