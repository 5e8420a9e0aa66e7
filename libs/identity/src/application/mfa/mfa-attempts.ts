import { addSeconds, type Clock } from '@trunkline/kernel';
import type { LoginOutcome } from '../../domain/login-event';
import type { Caller } from '../../domain/session';
import type { SessionState } from '../../domain/session-state';
import type { SignInHistory } from '../sign-in/sign-in-history';
import type { MfaFailures } from './ports';

/** Contract, section 1: five wrong codes in fifteen minutes, of whatever kind and in whatever session of the user. */
export const WRONG_CODES_MAX = 5;
export const WRONG_CODES_SECONDS = 15 * 60;

/**
 * Counts wrong codes from the sign-in history, within a transaction that holds the user, so that of many at once each
 * is counted. In no fifteen minutes are more than five looked at: what comes while it is locked is not a try.
 */
export class MfaAttempts {
  constructor(
    private readonly failures: MfaFailures,
    private readonly history: SignInHistory,
    private readonly clock: Clock,
  ) {}

  /** Seconds until the user may try another code; 0 when one may be tried now. */
  async lockedForSeconds(userId: string): Promise<number> {
    const now = this.clock.now();
    const latest = await this.failures.latest(userId, addSeconds(now, -WRONG_CODES_SECONDS), WRONG_CODES_MAX);
    const fifth = latest[WRONG_CODES_MAX - 1];
    if (!fifth) return 0;
    return Math.ceil((addSeconds(fifth, WRONG_CODES_SECONDS).getTime() - now.getTime()) / 1000);
  }

  /** Under the method that the session was begun with: the second factor is part of that sign-in. */
  note({ userId, method }: SessionState, outcome: LoginOutcome, caller: Caller): Promise<void> {
    return this.history.note({ userId, outcome, method, caller, fraudDecision: null });
  }
}
