import { hashRecoveryCode, newRecoveryCodes } from './recovery-code';

/** Contract, section 1: setup-verify takes only what setup-start issued in the last ten minutes. */
export const TOTP_SETUP_SECONDS = 10 * 60;

/** Far more than can still be asked for: a clock that is set back a little opens nothing. */
const STEPS_REMEMBERED = 10;

export interface SecondFactorState {
  readonly userId: string;
  /** Base32. */
  readonly secret: string;
  /** Time steps whose code was used, of the last five minutes. */
  readonly usedSteps: readonly number[];
  /** Of the codes that are left. */
  readonly recoveryCodeHashes: readonly string[];
  readonly enabledAt: Date;
}

/** A user's TOTP secret with the recovery codes beside it. Changed only while it is locked. */
export class SecondFactor {
  constructor(private kept: SecondFactorState) {}

  /** `step` is that of the code which proved the secret: it is used by that. The codes are shown now and never again. */
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

  /** False for a step that was used before (contract, section 0: each step once), and for none. */
  useStep(step: number | null): boolean {
    const { usedSteps } = this.kept;
    if (step === null || usedSteps.includes(step)) return false;
    const oldest = Math.max(step, ...usedSteps) - STEPS_REMEMBERED;
    this.become({ usedSteps: [...usedSteps, step].filter((each) => each > oldest) });
    return true;
  }

  /** False for one that was used, replaced, or never there. */
  useRecoveryCode(code: string): boolean {
    const hash = hashRecoveryCode(code);
    const left = this.kept.recoveryCodeHashes.filter((each) => each !== hash);
    if (left.length === this.recoveryCodesLeft) return false;
    this.become({ recoveryCodeHashes: left });
    return true;
  }

  /** Ten new ones; what was left of the old ones is void. */
  replaceRecoveryCodes(): string[] {
    const codes = newRecoveryCodes();
    this.become({ recoveryCodeHashes: codes.map(hashRecoveryCode) });
    return codes;
  }

  private become(change: Partial<SecondFactorState>): void {
    this.kept = { ...this.kept, ...change };
  }
}
