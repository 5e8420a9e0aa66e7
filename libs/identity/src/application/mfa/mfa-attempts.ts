import { addSeconds, type Clock } from '@trunkline/kernel';
import { CODE_RULES, FAILURES_KEPT_SECONDS, lockedForSeconds } from '../../domain/lockout';
import type { LoginOutcome } from '../../domain/sessions/login-event';
import type { Caller } from '../../domain/sessions/session';
import type { SessionState } from '../../domain/sessions/session-state';
import type { LoginEventRecorder } from '../sessions/login-event-recorder';
import type { MfaFailures } from './ports';

const LOOKED_AT = Math.max(...CODE_RULES.map(({ failures }) => failures));

/**
 * Counts wrong codes from login events. Joins the transaction, in which the user must be locked. Attempts during a
 * lockout do not count, and a new password does not reset the count. See docs/sign-in.md#lockouts.
 */
export class MfaAttempts {
  constructor(
    private readonly failures: MfaFailures,
    private readonly recorder: LoginEventRecorder,
    private readonly clock: Clock,
  ) {}

  /** Seconds until the next code may be tried; 0 if now. */
  async lockedForSeconds(userId: string): Promise<number> {
    const now = this.clock.now();
    const latest = await this.failures.latest(userId, addSeconds(now, -FAILURES_KEPT_SECONDS), LOOKED_AT);
    return lockedForSeconds(CODE_RULES, latest, now);
  }

  /** Records under the method that started the session. */
  async record({ userId, method }: SessionState, outcome: LoginOutcome, caller: Caller): Promise<void> {
    await this.recorder.record({ userId, outcome, method, caller, fraudDecision: null });
  }
}
