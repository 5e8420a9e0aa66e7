import type { Clock } from '@trunkline/kernel';
import type { SessionRepository } from './ports';

/** What may be done to sessions that exist. */
export class Sessions {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly clock: Clock,
  ) {}

  /** Signs out; the session is worth nothing with the next request, on every instance. Harmless when repeated. */
  async end(sessionId: string): Promise<void> {
    await this.sessions.revoke(sessionId, this.clock.now());
  }
}
