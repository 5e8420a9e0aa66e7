import { type Clock, invalidFields, type Principal, type Transactor } from '@trunkline/kernel';
import type { Caller } from '../../domain/sessions/session';
import { assertAlive } from '../../domain/sessions/session-state';
import type { CodeProof } from '../mfa/code-proof';
import type { Holder } from '../mfa/mfa-codes';
import type { UserRepository } from '../ports';
import type { Reauthentication } from '../sign-in/reauthentication';

export interface OwnerProof {
  readonly who: Principal;
  readonly caller: Caller;
  readonly password: string | null;
  /** Of the authenticator app, or a recovery code. */
  readonly code: string | null;
}

/** Asks an owner who they are, however recently they signed in: by a code where a second factor is enabled, else by password. */
export class ClosureProof {
  constructor(
    private readonly tx: Transactor,
    private readonly users: UserRepository,
    private readonly reauthentication: Reauthentication,
    private readonly codes: CodeProof,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs `proceed` in one transaction, the one that uses the code up. Throws 422 naming what is missing or wrong,
   * mfa_code_invalid, mfa_locked, login_locked, and reauthentication_required for someone who has neither password nor
   * second factor. Not to be called within a transaction: what is counted must stay when it throws.
   */
  async with<T>({ who, caller, password, code }: OwnerProof, proceed: () => Promise<T>): Promise<T> {
    const user = await this.users.find(who.userId);
    if (!user?.mfaMethod) {
      await this.reauthentication.insist(who, password, caller);
      return this.tx.run(proceed);
    }
    if (code === null) throw invalidFields({ code: 'is required because two-step sign-in is enabled' });
    return this.codes.require({ who, caller, code, method: null }, { admit: (holder) => this.admit(holder), proceed });
  }

  private admit({ user, session }: Holder): void {
    assertAlive(session, this.clock.now());
    user.assertMfaEnabled();
  }
}
