import { invalidFields, plainAddress, type Tier } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import type { FraudDecision, LoginMethod } from '../../domain/login-events/login-event';
import type { Caller } from '../../domain/sessions/session';
import type { CaptchaVerifier, FraudScreening } from '../ports';
import type { LoginEventRecorder } from '../login-events/login-event-recorder';

export interface Screened {
  /** Null for whoever follows a mailed link: whose it is, is not known yet. */
  readonly email: string | null;
  /** As claimed at sign-up; null at sign-in, where denied networks alone matter. */
  readonly country: string | null;
  /** Somebody new who accepts an invitation. */
  readonly isInvited?: boolean;
  readonly caller: Caller;
  readonly method: LoginMethod;
  /** The user whom the address belongs to, if any. */
  readonly userId: string | null;
}

export type Admission = Exclude<FraudDecision, 'block'>;

/** Decides who is let in at all. What it turns away leaves nothing behind but an event. */
export class Screening {
  constructor(
    private readonly fraud: FraudScreening,
    private readonly captcha: CaptchaVerifier,
    private readonly recorder: LoginEventRecorder,
  ) {}

  /** Throws 422 naming captcha_token. */
  async assertHuman(token: string | null, caller: Caller): Promise<void> {
    const isHuman = await this.captcha.verify(token, plainAddress(caller.ip));
    if (!isHuman) throw invalidFields({ captcha_token: 'must be the token of a solved challenge' });
  }

  /** For whoever follows a mailed link, whose it is being unknown yet. As `admit`. */
  admitByLink(caller: Caller): Promise<Admission> {
    return this.admit({ email: null, country: null, caller, method: 'magic_link', userId: null });
  }

  /** Outside of any transaction, since its event stays when it throws fraud_blocked. */
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

/** Spec, States: an account that fraud screening wants reviewed may look around and not order. */
export function tierFor(decision: Admission): Tier {
  return decision === 'review' ? 'manual_review' : 'self_serve';
}
