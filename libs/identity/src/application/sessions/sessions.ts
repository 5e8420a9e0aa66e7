import {
  type Clock,
  CommonErrors,
  type Page,
  type PageRequest,
  type Principal,
  type Transactor,
} from '@trunkline/kernel';
import { distrust, isAlive, type SessionState } from '../../domain/sessions/session-state';
import type { SessionRepository } from '../ports';
import type { SessionFilter, SessionQueries, SessionView } from './ports';
import type { RevokeSessions } from './revoke-sessions';

export interface SessionChange {
  readonly deviceName?: string | undefined;
  /** Trust is granted at sign-in only; it can be withdrawn here. */
  readonly isTrusted?: false | undefined;
}

/** A user's own sessions. */
export class Sessions {
  constructor(
    private readonly tx: Transactor,
    private readonly sessions: SessionRepository,
    private readonly queries: SessionQueries,
    private readonly revokeSessions: RevokeSessions,
    private readonly clock: Clock,
  ) {}

  /** Takes effect with the next request on every instance. Idempotent. */
  async end(sessionId: string): Promise<void> {
    await this.sessions.revoke(sessionId, this.clock.now());
  }

  list(who: Principal, page: PageRequest<'last_used_at'>): Promise<Page<SessionView>> {
    return this.queries.list(this.filterOf(who), page);
  }

  /** Throws not_found. */
  get(who: Principal, id: string): Promise<SessionView> {
    return this.queries.get(this.filterOf(who), id);
  }

  /** Throws not_found. */
  async change(who: Principal, id: string, { deviceName, isTrusted }: SessionChange): Promise<SessionView> {
    await this.tx.run(async () => {
      const session = await this.lock(who, id);
      const changed = isTrusted === false ? distrust(session, this.clock.now()) : session;
      await this.sessions.saveDevice(changed, deviceName ?? null);
    });
    return this.get(who, id);
  }

  /** As `end`, for any session of the user. Throws not_found, also for a session that has ended. */
  revoke(who: Principal, id: string): Promise<void> {
    return this.tx.run(async () => {
      await this.lock(who, id);
      await this.end(id);
    });
  }

  /**
   * Revokes every session of the user, optionally except the current one, and forgets all known devices. Returns how
   * many sessions were still usable.
   */
  revokeAll({ userId, credentialId }: Principal, keepCurrent: boolean): Promise<number> {
    return this.tx.run(async () => {
      const revoked = await this.revokeSessions.allOf(userId, keepCurrent ? credentialId : null);
      return revoked.length;
    });
  }

  private async lock({ userId }: Principal, id: string): Promise<SessionState> {
    const session = await this.sessions.lock(id);
    if (session?.userId !== userId || !isAlive(session, this.clock.now())) throw CommonErrors.not_found();
    return session;
  }

  private filterOf({ userId, credentialId }: Principal): SessionFilter {
    return { userId, currentSessionId: credentialId, now: this.clock.now() };
  }
}
