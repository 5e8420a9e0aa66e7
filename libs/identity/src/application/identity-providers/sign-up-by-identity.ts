import { type Clock, DomainError, plainAddress, RetryTransaction } from '@trunkline/kernel';
import type { ProviderAttempt } from '../../domain/identity-providers/identity-provider';
import { countryOfLocale, nameOf, type ProviderClaims } from '../../domain/identity-providers/provider-claims';
import type { Caller } from '../../domain/sessions/session';
import type { User } from '../../domain/users/user';
import type { UserRepository } from '../ports';
import type { Geolocation } from '../screening/geolocation';
import { type Admission, tierFor } from '../screening/screening';
import type { LoginEventRecorder } from '../login-events/login-event-recorder';
import type { OpenAccount, OpenedAccount } from '../sign-up/open-account';

/** Where a provider, the browser and its network say nothing of a country; the account's owner can change it. */
export const DEFAULT_COUNTRY = 'US';

export interface IdentitySignUp {
  readonly attempt: ProviderAttempt;
  readonly claims: ProviderClaims;
  readonly caller: Caller;
  readonly decision: Admission;
  readonly country: string;
  readonly email: string;
}

/** Signs up someone whose address a provider vouches for: no password, no verification mail, else like any sign-up. */
export class SignUpByIdentity {
  constructor(
    private readonly openAccount: OpenAccount,
    private readonly users: UserRepository,
    private readonly recorder: LoginEventRecorder,
    private readonly geolocation: Geolocation,
    private readonly clock: Clock,
  ) {}

  /** What the browser asked for, else where its address lies, else what the provider's language setting tells. */
  countryOf({ attempt, claims, caller }: Pick<IdentitySignUp, 'attempt' | 'claims' | 'caller'>): string {
    const { country } = this.geolocation.locate(plainAddress(caller.ip));
    return attempt.country ?? country ?? countryOfLocale(claims.locale) ?? DEFAULT_COUNTRY;
  }

  /** Within a transaction, which starts again when someone else takes the address first. */
  async execute(newcomer: IdentitySignUp): Promise<User> {
    const { owner } = await this.open(newcomer);
    owner.verifyEmail(this.clock.now());
    await this.users.save(owner);
    const { decision, caller, attempt } = newcomer;
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
        tier: tierFor(decision),
        // One trip to the provider opens one account, whatever happens to it on the way.
        operationId: `idp_${attempt.stateHash.toString('hex')}`,
        owner: { ...profile, email, name, passwordHash: null },
      });
    } catch (error) {
      if (error instanceof DomainError && error.code === 'email_in_use') throw new RetryTransaction();
      throw error;
    }
  }
}
