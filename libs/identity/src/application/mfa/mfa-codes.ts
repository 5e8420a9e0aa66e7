import type { Clock } from '@trunkline/kernel';
import { looksLikeRecoveryCode } from '../../domain/mfa/recovery-code';
import type { SecondFactor } from '../../domain/mfa/second-factor';
import { type SessionState, takesMailedCode } from '../../domain/sessions/session-state';
import { MFA_METHODS, type User } from '../../domain/user';
import type { EmailCodes, SecondFactorRepository, Totp } from './ports';

export const CODE_METHODS = [...MFA_METHODS, 'recovery_code'] as const;
export type CodeMethod = (typeof CODE_METHODS)[number];

export interface SubmittedCode {
  readonly code: string;
  /** Null: a recovery code if it has that form, else a code of the user's own method. */
  readonly method: CodeMethod | null;
}

/** A user and a session, both locked until the transaction ends. */
export interface LockedSession {
  readonly user: User;
  readonly session: SessionState;
}

export interface UsedCode {
  readonly method: CodeMethod;
  /** Null unless a recovery code was used. */
  readonly recoveryCodesLeft: number | null;
}

/** Checks codes. A correct code is used up. */
export class MfaCodes {
  constructor(
    private readonly factors: SecondFactorRepository,
    private readonly emailCodes: EmailCodes,
    private readonly totp: Totp,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns null for a wrong, used, void or expired code, and for a mailed code in a session that accepts none; the
   * latter is not used up.
   */
  async use({ user, session }: LockedSession, given: SubmittedCode): Promise<UsedCode | null> {
    const method = methodOf(user, given);
    if (method === 'email_otp') {
      if (!takesMailedCode(session, user)) return null;
      const isTaken = await this.emailCodes.take(user.id, given.code, this.clock.now());
      return isTaken ? { method, recoveryCodesLeft: null } : null;
    }
    const factor = await this.factors.lock(user.id);
    if (!factor || !this.isUsed(factor, method, given.code)) return null;
    await this.factors.save(factor);
    return { method, recoveryCodesLeft: method === 'recovery_code' ? factor.recoveryCodesLeft : null };
  }

  private isUsed(factor: SecondFactor, method: CodeMethod, code: string): boolean {
    if (method === 'recovery_code') return factor.useRecoveryCode(code);
    return factor.useStep(this.totp.stepOf(factor.state.secret, code, this.clock.now()));
  }
}

function methodOf({ mfaMethod }: User, { code, method }: SubmittedCode): CodeMethod {
  if (method) return method;
  return looksLikeRecoveryCode(code) ? 'recovery_code' : (mfaMethod ?? 'totp');
}
