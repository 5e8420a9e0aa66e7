import type { DomainError, Principal, Transactor } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import type { Caller } from '../../domain/sessions/session';
import type { SessionRepository, UserRepository } from '../ports';
import type { MfaAttempts } from './mfa-attempts';
import type { SubmittedCode, LockedSession, MfaCodes, UsedCode } from './mfa-codes';

export interface CodeAttempt extends SubmittedCode {
  readonly who: Principal;
  readonly caller: Caller;
}

/** Callbacks around the verification. */
export interface Steps<T> {
  /** Throws when no code is expected; such an attempt is not counted. */
  readonly admit: (holder: LockedSession) => void;
  /** Runs in the transaction that uses the code up. */
  readonly proceed: (holder: LockedSession, used: UsedCode) => Promise<T>;
}

/** A rejection whose record the transaction keeps. Thrown after the commit. */
class Refused {
  constructor(readonly error: DomainError) {}
}

/** Verifies codes of the second factor. The single entry point, so that all wrong codes are counted together. */
export class CodeVerification {
  constructor(
    private readonly tx: Transactor,
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly codes: MfaCodes,
    private readonly attempts: MfaAttempts,
  ) {}

  /**
   * Throws what the callbacks throw, mfa_locked and mfa_code_invalid. Must not run within a transaction: counted
   * failures must survive the error.
   */
  async require<T>(given: CodeAttempt, steps: Steps<T>): Promise<T> {
    const outcome = await this.tx.run(() => this.decide(given, steps));
    if (outcome instanceof Refused) throw outcome.error;
    return outcome;
  }

  /** Locks the user before the session, the lock order used everywhere. */
  private async decide<T>(given: CodeAttempt, { admit, proceed }: Steps<T>): Promise<T | Refused> {
    const user = await this.users.lock(given.who.userId);
    const session = await this.sessions.lock(given.who.credentialId);
    if (!user || !session) throw IdentityErrors.unauthorized({ message: 'This session has ended.' });
    admit({ user, session });
    const retryAfterSeconds = await this.attempts.lockedForSeconds(user.id);
    if (retryAfterSeconds > 0) {
      await this.attempts.record(session, 'locked_out', given.caller);
      return new Refused(IdentityErrors.mfa_locked({ retryAfterSeconds }));
    }
    const used = await this.codes.use({ user, session }, given);
    if (!used) {
      await this.attempts.record(session, 'mfa_failed', given.caller);
      return new Refused(IdentityErrors.mfa_code_invalid());
    }
    return proceed({ user, session }, used);
  }
}
