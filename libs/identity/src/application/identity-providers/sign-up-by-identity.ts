import { type Clock, DomainError, plainAddress, RetryTransaction } from '@trunkline/kernel';
import type { ProviderAttempt } from '../../domain/identity-providers/identity-provider';
import { countryOfLocale, nameOf, type ProviderClaims } from '../../domain/identity-providers/provider-claims';
import type { Caller } from '../../domain/sessions/session';
import type { User } from '../../domain/user';
import type { UserRepository } from '../ports';
import type { Geolocation } from '../screening/ports';
import { type Admission, tierFor } from '../screening/screening';
import type { LoginEventRecorder } from '../sessions/login-event-recorder';
import type { OpenAccount, OpenedAccount } from '../sign-up/open-account';

/** Used when provider, browser and network reveal no country. The account owner can change it. */
const DEFAULT_COUNTRY = 'US';

export interface IdentitySignUp {
  readonly attempt: ProviderAttempt;
  readonly claims: ProviderClaims;
  readonly caller: Caller;
  readonly decision: Admission;
  readonly country: string;
  readonly email: string;
}

/** Opens an account for a user whose email a provider vouches for, without password and verification email. */
export class SignUpByIdentity {
  constructor(
    private readonly openAccount: OpenAccount,
    private readonly users: UserRepository,
    private readonly recorder: LoginEventRecorder,
    private readonly geolocation: Geolocation,
    private readonly clock: Clock,
  ) {}

  /** The requested country, else that of the network address, else that of the provider's locale. */
  countryOf({ attempt, claims, caller }: Pick<IdentitySignUp, 'attempt' | 'claims' | 'caller'>): string {
    const { country } = this.geolocation.locate(plainAddress(caller.ip));
    return attempt.country ?? country ?? countryOfLocale(claims.locale) ?? DEFAULT_COUNTRY;
  }

  /** Joins the transaction and retries it when a concurrent sign-up takes the address first. */
  async signUp(input: IdentitySignUp): Promise<User> {
    const { owner } = await this.open(input);
    owner.verifyEmail(this.clock.now());
    await this.users.save(owner);
    const { decision, caller, attempt } = input;
    if (decision === 'review') {
      const seen = { method: attempt.provider, caller, fraudDecision: decision };
      await this.recorder.record({ ...seen, userId: owner.id, outcome: 'fraud_screen_review' });
    }
    return owner;
  }

  private async open({ attempt, claims, decision, country, email }: IdentitySignUp): Promise<OpenedAccount> {
    const name = nameOf(claims, email);
    const profile = { phoneE164: null, marketingOptIn: false, intendedUse: null };
    try {
      return await this.openAccount.open({
        accountName: name,
        country,
        timezone: attempt.timezone,
        tier: tierFor(decision),
        // One attempt at the provider opens one account, even when retried.
        operationId: `idp_${attempt.stateHash.toString('hex')}`,
        owner: { ...profile, email, name, passwordHash: null },
      });
    } catch (error) {
      if (error instanceof DomainError && error.code === 'email_in_use') throw new RetryTransaction();
      throw error;
    }
  }
}
