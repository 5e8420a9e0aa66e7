import type { Database } from '@trunkline/platform';
import { type KnownDevices } from '../../application/sign-in/known-devices';
import type { KnownDevice } from '../../domain/sign-in/known-device';

const ADD = `
  INSERT INTO identity.known_devices (id_hash, user_id, expires_at, created_at) VALUES ($1, $2, $3, $4)`;

export class StoredKnownDevices implements KnownDevices {
  constructor(private readonly db: Database) {}

  async add({ idHash, userId, expiresAt, createdAt }: KnownDevice): Promise<void> {
    await this.db.write(ADD, [idHash, userId, expiresAt, createdAt]);
  }

  async userOf(idHash: Buffer, now: Date): Promise<string | null> {
    const row = await this.db.queryOne<{ user_id: string }>(
      `SELECT user_id FROM identity.known_devices WHERE id_hash = $1 AND expires_at > $2`,
      [idHash, now],
    );
    return row?.user_id ?? null;
  }

  async forgetAllOf(userId: string): Promise<void> {
    await this.db.query(`DELETE FROM identity.known_devices WHERE user_id = $1`, [userId]);
  }
}
