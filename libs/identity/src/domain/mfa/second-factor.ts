import { hashRecoveryCode, newRecoveryCodes } from './recovery-code';

/** How long setup-verify accepts a secret issued by setup-start. */
export const TOTP_SETUP_SECONDS = 10 * 60;

/** More than can still be accepted, so that a clock set back slightly opens no replay. */
const STEPS_REMEMBERED = 10;

export interface SecondFactorState {
  readonly userId: string;
  /** Base32. */
  readonly secret: string;
  /** Time steps whose code was used, within the last five minutes. */
  readonly usedSteps: readonly number[];
  /** Hashes of the unused codes. */
  readonly recoveryCodeHashes: readonly string[];
  readonly enabledAt: Date;
}

/** A user's TOTP secret and recovery codes. Changed only while locked. */
export class SecondFactor {
  constructor(private kept: SecondFactorState) {}

  /** `step` belongs to the code that verified the secret and counts as used. The recovery codes are shown once. */
  static enable(input: { readonly userId: string; readonly secret: string; readonly step: number }, now: Date) {
    const { userId, secret, step } = input;
    const factor = new SecondFactor({ userId, secret, usedSteps: [step], recoveryCodeHashes: [], enabledAt: now });
    return { factor, recoveryCodes: factor.replaceRecoveryCodes() };
  }

  get state(): SecondFactorState {
    return this.kept;
  }

  get recoveryCodesLeft(): number {
    return this.kept.recoveryCodeHashes.length;
  }

  /** False for a used step, and for null. Each step is accepted once (RFC 6238, section 5.2). */
  useStep(step: number | null): boolean {
    const { usedSteps } = this.kept;
    if (step === null || usedSteps.includes(step)) return false;
    const oldest = Math.max(step, ...usedSteps) - STEPS_REMEMBERED;
    this.become({ usedSteps: [...usedSteps, step].filter((each) => each > oldest) });
    return true;
  }

  /** False for a code that is used, replaced or unknown. */
  useRecoveryCode(code: string): boolean {
    const hash = hashRecoveryCode(code);
    const left = this.kept.recoveryCodeHashes.filter((each) => each !== hash);
    if (left.length === this.recoveryCodesLeft) return false;
    this.become({ recoveryCodeHashes: left });
    return true;
  }

  /** Creates ten codes and voids the old ones. */
  replaceRecoveryCodes(): string[] {
    const codes = newRecoveryCodes();
    this.become({ recoveryCodeHashes: codes.map(hashRecoveryCode) });
    return codes;
  }

  private become(change: Partial<SecondFactorState>): void {
    this.kept = { ...this.kept, ...change };
  }
}
