import type { Clock } from '@trunkline/kernel';
import { IDENTITY_PROVIDERS, type ProviderAttempt, checksOf } from '../../domain/identity-providers/identity-provider';
import { hashSecret } from '../../domain/secrets';
import type { Caller } from '../../domain/sessions/session';
import type { SignInByIdentity } from './sign-in-by-identity';
import type { LinkByIdentity } from './link-by-identity';
import { type ProviderOutcome, refusalIn, refused } from './outcome';
import type { IdentityProviders, ProviderAttemptRepository } from './ports';

export interface FinishProviderSignInInput {
  /** The name from the URL. */
  readonly provider: string;
  /** Query parameters of the callback. */
  readonly answer: Readonly<Record<string, string>>;
  readonly browserSecret: string | null;
  readonly caller: Caller;
}

/**
 * GET /auth/idp/{provider}/callback. Checks the state, then asks the provider, then applies the rules of this service.
 */
export class FinishProviderSignIn {
  constructor(
    private readonly attempts: ProviderAttemptRepository,
    private readonly providers: IdentityProviders,
    private readonly enter: SignInByIdentity,
    private readonly link: LinkByIdentity,
    private readonly clock: Clock,
  ) {}

  /** Must not run within a transaction. Every rejection is an outcome, never an exception. */
  async execute(input: FinishProviderSignInInput): Promise<ProviderOutcome> {
    const attempt = await this.take(input);
    if (!attempt) return refused('idp_failed');
    // A linking user is signed in and must not be sent to the sign-in page.
    const refusedTo = attempt.mode === 'link' ? attempt.returnTo : null;
    try {
      return await this.settle(attempt, input, refusedTo);
    } catch (error) {
      const refusal = refusalIn(error);
      if (!refusal) throw error;
      return refused(refusal, refusedTo);
    }
  }

  private async take({ provider: name, answer, browserSecret }: FinishProviderSignInInput) {
    const provider = IDENTITY_PROVIDERS.find((each) => each === name);
    const { state } = answer;
    if (!provider || state === undefined || browserSecret === null) return null;
    const key = { stateHash: hashSecret(state), browserHash: hashSecret(browserSecret), provider };
    return this.attempts.take(key, this.clock.now());
  }

  private async settle(
    attempt: ProviderAttempt,
    { answer, browserSecret, caller }: FinishProviderSignInInput,
    refusedTo: string | null,
  ): Promise<ProviderOutcome> {
    const { provider, mode, returnTo } = attempt;
    const checks = checksOf(answer['state'] ?? '', browserSecret ?? '');
    const claims = await this.providers.identify(provider, answer, checks);
    if (claims === 'denied') return refused('idp_denied', refusedTo);
    if (mode === 'link') {
      const error = await this.link.execute(attempt, claims);
      return error ? refused(error, refusedTo) : { kind: 'linked', returnTo };
    }
    const entered = await this.enter.execute({ attempt, claims, caller });
    return typeof entered === 'string' ? refused(entered) : { kind: 'signed_in', signedIn: entered, returnTo };
  }
}
