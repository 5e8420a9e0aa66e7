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

export interface Steps<T> {
  /** Throws when no code is wanted: such an attempt is not counted. */
  readonly admit: (holder: LockedSession) => void;
  /** What the code was given for, in the transaction that uses it up. */
  readonly proceed: (holder: LockedSession, used: UsedCode) => Promise<T>;
}

/** A refusal that the transaction keeps its record of; thrown after the commit. */
class Refused {
  constructor(readonly error: DomainError) {}
}

/** Everything that is done with a code of the second factor goes through here, so that all wrong ones count together. */
export class CodeVerification {
  constructor(
    private readonly tx: Transactor,
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly codes: MfaCodes,
    private readonly attempts: MfaAttempts,
  ) {}

  /**
   * Throws what the steps throw, mfa_locked and mfa_code_invalid. Not to be called within a transaction: what it counts
   * must stay when it throws.
   */
  async require<T>(given: CodeAttempt, steps: Steps<T>): Promise<T> {
    const outcome = await this.tx.run(() => this.decide(given, steps));
    if (outcome instanceof Refused) throw outcome.error;
    return outcome;
  }

  /** The user first, then the session: whoever locks both does it in this order. */
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
