import type { Clock } from '@trunkline/kernel';
import type { DeviceCookie } from '../../domain/known-device';
import { assertPartial, completeMfa } from '../../domain/sessions/session-state';
import type { SessionRepository } from '../ports';
import type { Devices } from '../sign-in/devices';
import type { SuccessfulSignIns } from '../sessions/successful-sign-ins';
import type { CodeAttempt, CodeVerification } from './code-verification';
import type { MfaMails } from './mfa-mails';

export interface ChallengeAnswer extends CodeAttempt {
  readonly trustDevice: boolean;
}

export interface CompletedChallenge {
  readonly userId: string;
  readonly accountId: string;
  readonly expiresAt: Date;
  readonly mfaCompletedAt: Date;
  /** Set when the device becomes a known device. */
  readonly deviceCookie: DeviceCookie | null;
}

/** POST /auth/mfa/challenge: turns a partial session into a full one. The session keeps its secret. */
export class MfaChallenge {
  constructor(
    private readonly codeVerification: CodeVerification,
    private readonly sessions: SessionRepository,
    private readonly signIns: SuccessfulSignIns,
    private readonly devices: Devices,
    private readonly mails: MfaMails,
    private readonly clock: Clock,
  ) {}

  /** Throws mfa_not_pending, mfa_locked or mfa_code_invalid. Must not run within a transaction. */
  answer(answer: ChallengeAnswer): Promise<CompletedChallenge> {
    const { who, caller, trustDevice } = answer;
    const { userId, accountId } = who;
    return this.codeVerification.require(answer, {
      admit: ({ session }) => assertPartial(session, this.clock.now()),
      proceed: async ({ user, session }, { recoveryCodesLeft }) => {
        const mfaCompletedAt = this.clock.now();
        const full = completeMfa(session, trustDevice, mfaCompletedAt);
        await this.sessions.saveMfa(full);
        await this.signIns.record({ user, method: session.method, caller, fraudDecision: null });
        if (recoveryCodesLeft !== null) await this.mails.recoveryCodes(user, 'used', recoveryCodesLeft);
        const deviceCookie = full.isTrusted ? await this.devices.remember(user.id) : null;
        return { userId, accountId, expiresAt: full.expiresAt, mfaCompletedAt, deviceCookie };
      },
    });
  }
}
