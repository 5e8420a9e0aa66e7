import { type Clock, invalidFields, type Principal, type Transactor } from '@trunkline/kernel';
import type { Caller } from '../../domain/sessions/session';
import { assertAlive } from '../../domain/sessions/session-state';
import type { CodeVerification } from '../mfa/code-verification';
import type { LockedSession } from '../mfa/mfa-codes';
import type { UserRepository } from '../ports';
import type { Reauthentication } from '../sign-in/reauthentication';

export interface OwnerCredentials {
  readonly who: Principal;
  readonly caller: Caller;
  readonly password: string | null;
  /** From the authenticator app, or a recovery code. */
  readonly code: string | null;
}

/** Reauthenticates an owner regardless of how recent the sign-in is: by second factor if enabled, else by password. */
export class OwnerReauthentication {
  constructor(
    private readonly tx: Transactor,
    private readonly users: UserRepository,
    private readonly reauthentication: Reauthentication,
    private readonly codes: CodeVerification,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs `proceed` in the transaction that uses the code up. Throws 422 naming the missing or wrong field,
   * mfa_code_invalid, mfa_locked, login_locked, and reauthentication_required for a user with neither password nor second
   * factor. Must not run within a transaction: counted failures must survive the error.
   */
  async run<T>({ who, caller, password, code }: OwnerCredentials, proceed: () => Promise<T>): Promise<T> {
    const user = await this.users.find(who.userId);
    if (!user?.mfaMethod) {
      await this.reauthentication.requirePassword(who, password, caller);
      return this.tx.run(proceed);
    }
    if (code === null) throw invalidFields({ code: 'is required because the second factor is enabled' });
    return this.codes.require({ who, caller, code, method: null }, { admit: (locked) => this.admit(locked), proceed });
  }

  private admit({ user, session }: LockedSession): void {
    assertAlive(session, this.clock.now());
    user.assertMfaEnabled();
  }
}
