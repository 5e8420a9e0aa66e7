import type { Clock, Principal } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import type { Caller } from '../../domain/sessions/session';
import { assertAlive } from '../../domain/sessions/session-state';
import type { User } from '../../domain/user';
import type { SessionRepository, UserRepository } from '../ports';
import type { Reauthentication } from '../sign-in/reauthentication';
import type { CodeVerification } from './code-verification';
import type { LockedSession } from './mfa-codes';
import type { MfaMails } from './mfa-mails';
import type { SecondFactorRepository } from './ports';

export interface OwnCode {
  readonly who: Principal;
  /** From the authenticator app, or a recovery code. */
  readonly code: string;
  readonly caller: Caller;
}

/** POST /auth/mfa/recovery-codes and DELETE /auth/mfa, from a full session. */
export class MfaSettings {
  constructor(
    private readonly codeVerification: CodeVerification,
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly factors: SecondFactorRepository,
    private readonly reauthentication: Reauthentication,
    private readonly mails: MfaMails,
    private readonly clock: Clock,
  ) {}

  /** Voids the old codes. Throws mfa_not_enabled, mfa_locked or mfa_code_invalid. Must not run within a transaction. */
  replaceRecoveryCodes({ who, code, caller }: OwnCode): Promise<readonly string[]> {
    return this.codeVerification.require(
      { who, code, caller, method: null },
      { admit: (holder) => this.admit(holder), proceed: ({ user }) => this.renewCodes(user) },
    );
  }

  /**
   * Throws mfa_not_enabled, what `Reauthentication.requirePassword` throws, then mfa_locked or mfa_code_invalid. Must
   * not run within a transaction.
   */
  async disable({ who, code, caller }: OwnCode, password: string | null): Promise<void> {
    const user = await this.users.find(who.userId);
    user?.assertMfaEnabled();
    await this.reauthentication.requirePassword(who, password, caller);
    await this.codeVerification.require(
      { who, code, caller, method: null },
      { admit: (holder) => this.admit(holder), proceed: ({ user }) => this.remove(user) },
    );
  }

  private admit({ user, session }: LockedSession): void {
    assertAlive(session, this.clock.now());
    user.assertMfaEnabled();
  }

  private async renewCodes(user: User): Promise<readonly string[]> {
    const factor = await this.factors.lock(user.id);
    if (!factor) throw IdentityErrors.mfa_not_enabled();
    const codes = factor.replaceRecoveryCodes();
    await this.factors.save(factor);
    await this.mails.recoveryCodes(user, 'replaced', factor.recoveryCodesLeft);
    return codes;
  }

  /** Partial sessions end too: they passed the password step while it was not sufficient. */
  private async remove(user: User): Promise<void> {
    user.disableMfa();
    await this.users.save(user);
    await this.factors.remove(user.id);
    await this.sessions.revokePartialOf(user.id, this.clock.now());
    await this.mails.changed(user, 'disabled');
  }
}
