import type { Clock } from '@trunkline/kernel';
import { looksLikeRecoveryCode } from '../../domain/mfa/recovery-code';
import type { SecondFactor } from '../../domain/mfa/second-factor';
import { type SessionState, takesMailedCode } from '../../domain/sessions/session-state';
import { MFA_METHODS, type User } from '../../domain/users/user';
import type { EmailCodes, SecondFactorRepository, Totp } from './ports';

export const CODE_METHODS = [...MFA_METHODS, 'recovery_code'] as const;
export type CodeMethod = (typeof CODE_METHODS)[number];

export interface SubmittedCode {
  readonly code: string;
  /** Null: what looks like a recovery code is one, anything else is of the user's own method. */
  readonly method: CodeMethod | null;
}

/** Who gives a code, both held until the transaction ends. */
export interface LockedSession {
  readonly user: User;
  readonly session: SessionState;
}

/** What a code turned out to be. */
export interface UsedCode {
  readonly method: CodeMethod;
  /** Null where the recovery codes had no part in it. */
  readonly recoveryCodesLeft: number | null;
}

/** Where a code meets what it is checked against. Each is used up by being right. */
export class MfaCodes {
  constructor(
    private readonly factors: SecondFactorRepository,
    private readonly emailCodes: EmailCodes,
    private readonly totp: Totp,
    private readonly clock: Clock,
  ) {}

  /**
   * Null for a code that is wrong, used, void or expired, and for a mailed one where the session takes none, which is not
   * used up by that.
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
