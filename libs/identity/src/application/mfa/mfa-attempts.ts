import { addSeconds, type Clock } from '@trunkline/kernel';
import { CODE_RULES, FAILURES_KEPT_SECONDS, lockedForSeconds } from '../../domain/sign-in/lockout';
import type { LoginOutcome } from '../../domain/login-events/login-event';
import type { Caller } from '../../domain/sessions/session';
import type { SessionState } from '../../domain/sessions/session-state';
import type { LoginEventRecorder } from '../login-events/login-event-recorder';
import type { MfaFailures } from './ports';

const LOOKED_AT = Math.max(...CODE_RULES.map(({ failures }) => failures));

/**
 * Counts wrong codes from the sign-in recorder, within a transaction that holds the user, so that of many at once each
 * is counted. No more are looked at than the rules let in: what comes while it is locked is not a try. A new password
 * leaves the count as it is.
 */
export class MfaAttempts {
  constructor(
    private readonly failures: MfaFailures,
    private readonly recorder: LoginEventRecorder,
    private readonly clock: Clock,
  ) {}

  /** Seconds until the user may try another code; 0 when one may be tried now. */
  async lockedForSeconds(userId: string): Promise<number> {
    const now = this.clock.now();
    const latest = await this.failures.latest(userId, addSeconds(now, -FAILURES_KEPT_SECONDS), LOOKED_AT);
    return lockedForSeconds(CODE_RULES, latest, now);
  }

  /** Under the method that the session was begun with: the second factor is part of that sign-in. */
  async record({ userId, method }: SessionState, outcome: LoginOutcome, caller: Caller): Promise<void> {
    await this.recorder.record({ userId, outcome, method, caller, fraudDecision: null });
  }
}
