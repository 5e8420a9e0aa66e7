import { invalidFields, plainAddress, type Tier } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import type { FraudDecision } from '../../domain/sessions/login-event';
import type { LoginMethod, Caller } from '../../domain/sessions/session';
import type { CaptchaVerifier, FraudScreening } from './ports';
import type { LoginEventRecorder } from '../sessions/login-event-recorder';

export interface Screened {
  /** Null when a mailed link is followed: its user is not known yet. */
  readonly email: string | null;
  /** As claimed at sign-up; null at sign-in, where only denied networks count. */
  readonly country: string | null;
  /** A new user who accepts an invitation. */
  readonly isInvited?: boolean;
  readonly caller: Caller;
  readonly method: LoginMethod;
  /** The user with this address, if any. */
  readonly userId: string | null;
}

export type Admission = Exclude<FraudDecision, 'block'>;

/** Applies fraud screening. A blocked request leaves only a login event. */
export class Screening {
  constructor(
    private readonly fraud: FraudScreening,
    private readonly captcha: CaptchaVerifier,
    private readonly recorder: LoginEventRecorder,
  ) {}

  /** Returns whether the bot challenge was solved, or none is required. Throws `unavailable`. */
  isHuman(token: string | null, ip: string | null): Promise<boolean> {
    return this.captcha.verify(token, plainAddress(ip));
  }

  /** Throws 422 naming captcha_token, and `unavailable`. */
  async assertHuman(token: string | null, caller: Caller): Promise<void> {
    if (!(await this.isHuman(token, caller.ip)))
      throw invalidFields({ captcha_token: 'must be the token of a solved challenge' });
  }

  /** As `admit`, for a mailed link whose user is not known yet. */
  admitByLink(caller: Caller): Promise<Admission> {
    return this.admit({ email: null, country: null, caller, method: 'magic_link', userId: null });
  }

  /** Must run outside any transaction: the login event must survive when this throws fraud_blocked. */
  async admit({ email, country, isInvited, caller, method, userId }: Screened): Promise<Admission> {
    const decision = await this.fraud.screen({
      email,
      country,
      ip: plainAddress(caller.ip),
      ...(isInvited && { isInvited }),
    });
    if (decision !== 'block') return decision;
    const outcome = 'fraud_screen_blocked';
    await this.recorder.record({ userId, outcome, method, caller, fraudDecision: decision });
    throw IdentityErrors.fraud_blocked();
  }
}

/** Accounts under review may read but not order. */
export function tierFor(decision: Admission): Tier {
  return decision === 'review' ? 'manual_review' : 'self_serve';
}
