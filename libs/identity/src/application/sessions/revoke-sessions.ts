import type { Clock } from '@trunkline/kernel';
import type { SessionRepository } from '../ports';
import type { KnownDevices } from '../sign-in/known-devices';

/** Signs a user out everywhere. */
export class RevokeSessions {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly devices: KnownDevices,
    private readonly clock: Clock,
  ) {}

  /**
   * Within a transaction: revokes every session of the user but the spared one, and makes every device of the user
   * unknown, that of the spared session too. Returns how many sessions could still be used.
   */
  async allOf(userId: string, sparedSessionId: string | null): Promise<number> {
    await this.devices.forgetAllOf(userId);
    return this.sessions.revokeAllOf(userId, sparedSessionId, this.clock.now());
  }
}
