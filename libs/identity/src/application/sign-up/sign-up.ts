import { DomainError, type Tier, type Transactor } from '@trunkline/kernel';
import { normalizeEmail } from '../../domain/email-address';
import { SIGN_UP_PASSWORD_LENGTH_MIN } from '../../domain/password-policy';
import type { Caller } from '../../domain/sessions/session';
import type { IntendedUse, NewUser } from '../../domain/user';
import type { OpenAccount, OpenedAccount } from './open-account';
import type { TrialCredit } from './trial-credit';
import type { Passwords } from '../passwords/passwords';
import type { MailAllowance } from '../mails/ports';
import { type Admission, type Screening, tierFor } from '../screening/screening';
import type { LoginEventRecorder } from '../sessions/login-event-recorder';
import type { VerificationMails } from './verification-mails';

export interface SignUpInput {
  /** The same for every retry with one Idempotency-Key: a retry returns the first account. */
  readonly operationId: string;
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly country: string;
  /** IANA name of the time zone of the account; null for UTC. */
  readonly timezone: string | null;
  readonly company: string | null;
  readonly phoneE164: string | null;
  readonly intendedUse: IntendedUse | null;
  readonly captchaToken: string | null;
  readonly marketingOptIn: boolean;
  readonly caller: Caller;
}

export interface SignedUp {
  readonly accountId: string;
  readonly userId: string;
  readonly email: string;
  readonly tier: Tier;
  readonly nextStep: 'verify_email';
  readonly verificationEmailSent: boolean;
  readonly trialCreditCents: number;
}

const PASSWORD_RULE = { lengthMin: SIGN_UP_PASSWORD_LENGTH_MIN, field: 'password' };

/** POST /auth/signup. Calls external services first, then writes everything in one transaction. */
export class SignUp {
  constructor(
    private readonly tx: Transactor,
    private readonly screening: Screening,
    private readonly passwords: Passwords,
    private readonly openAccount: OpenAccount,
    private readonly verification: VerificationMails,
    private readonly allowance: MailAllowance,
    private readonly recorder: LoginEventRecorder,
    private readonly trial: TrialCredit,
  ) {}

  /** Throws fraud_blocked, email_in_use, and 422 for the password or the captcha. */
  async signUp(input: SignUpInput): Promise<SignedUp> {
    const earlier = await this.openAccount.findOpened(input.operationId);
    if (earlier) return this.receipt(earlier);
    const email = normalizeEmail(input.email);
    const { country, caller } = input;
    await this.screening.assertHuman(input.captchaToken, caller);
    const decision = await this.screening.admit({ email, country, caller, method: 'password', userId: null });
    const passwordHash = await this.passwords.hashNew(input.password, PASSWORD_RULE);
    // Counted but not enforced: an exhausted allowance must not keep the owner of an address from signing up.
    await this.allowance.take(email, caller.ip);
    return this.receipt(await this.openOnce(input, decision, passwordHash));
  }

  /** Returns the account of a concurrent attempt of the same operation. */
  private async openOnce(input: SignUpInput, decision: Admission, passwordHash: string): Promise<OpenedAccount> {
    try {
      return await this.tx.run(() => this.open(input, decision, passwordHash));
    } catch (error) {
      const isTaken = error instanceof DomainError && error.code === 'email_in_use';
      const opened = isTaken ? await this.openAccount.findOpened(input.operationId) : null;
      if (!opened) throw error;
      return opened;
    }
  }

  private async open(input: SignUpInput, decision: Admission, passwordHash: string): Promise<OpenedAccount> {
    const { name, country, timezone, operationId, caller } = input;
    const opened = await this.openAccount.open({
      accountName: input.company ?? name,
      country,
      timezone,
      tier: tierFor(decision),
      operationId,
      owner: ownerOf(input, passwordHash),
    });
    await this.verification.send(opened.owner, opened.account.id);
    if (decision === 'review') {
      const outcome = 'fraud_screen_review';
      await this.recorder.record({
        userId: opened.owner.id,
        outcome,
        method: 'password',
        caller,
        fraudDecision: decision,
      });
    }
    return opened;
  }

  private receipt({ account, owner }: OpenedAccount): SignedUp {
    return {
      accountId: account.id,
      userId: owner.id,
      email: owner.email,
      tier: account.tier,
      nextStep: 'verify_email',
      verificationEmailSent: true,
      trialCreditCents: this.trial.atSignUpCents,
    };
  }
}

function ownerOf(input: SignUpInput, passwordHash: string): NewUser {
  const { email, name, phoneE164, marketingOptIn, intendedUse } = input;
  return { email, name, passwordHash, phoneE164, marketingOptIn, intendedUse };
}
