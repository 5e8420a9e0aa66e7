import type { Clock } from '@trunkline/kernel';
import type { SessionRepository } from '../ports';
import type { KnownDevices } from '../sign-in/ports';

/** Signs a user out on all devices. */
export class RevokeSessions {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly devices: KnownDevices,
    private readonly clock: Clock,
  ) {}

  /**
   * Joins the transaction. Revokes every session but the spared one, and forgets all known devices. Returns the
   * sessions that were still usable.
   */
  async allOf(userId: string, sparedSessionId: string | null): Promise<readonly string[]> {
    await this.devices.forgetAllOf(userId);
    return this.sessions.revokeAllOf(userId, sparedSessionId, this.clock.now());
  }
}
