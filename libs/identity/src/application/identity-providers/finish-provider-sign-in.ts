import type { Clock } from '@trunkline/kernel';
import { IDENTITY_PROVIDERS, type ProviderAttempt, proofsOf } from '../../domain/identity-providers/identity-provider';
import { hashSecret } from '../../domain/secrets';
import type { Caller } from '../../domain/sessions/session';
import type { SignInByIdentity } from './sign-in-by-identity';
import type { LinkByIdentity } from './link-by-identity';
import { type ProviderOutcome, refusalIn, refused } from './outcome';
import type { IdentityProviders, ProviderAttemptRepository } from './ports';

export interface FinishProviderSignInInput {
  /** As it stands in the address. */
  readonly provider: string;
  /** What the provider sent along with the browser, by name. */
  readonly answer: Readonly<Record<string, string>>;
  readonly browserSecret: string | null;
  readonly caller: Caller;
}

/** GET /auth/idp/{provider}/callback: the browser is back. State first, then the provider, then our own rules. */
export class FinishProviderSignIn {
  constructor(
    private readonly attempts: ProviderAttemptRepository,
    private readonly providers: IdentityProviders,
    private readonly enter: SignInByIdentity,
    private readonly link: LinkByIdentity,
    private readonly clock: Clock,
  ) {}

  /** Not to be called within a transaction. Every refusal is an outcome; what is thrown is a bug. */
  async execute(input: FinishProviderSignInInput): Promise<ProviderOutcome> {
    const attempt = await this.take(input);
    if (!attempt) return refused('idp_failed');
    // Someone who links is signed in, and has no use for the page where one signs in.
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
    const proofs = proofsOf(answer['state'] ?? '', browserSecret ?? '');
    const claims = await this.providers.identify(provider, answer, proofs);
    if (claims === 'denied') return refused('idp_denied', refusedTo);
    if (mode === 'link') {
      const error = await this.link.execute(attempt, claims);
      return error ? refused(error, refusedTo) : { kind: 'linked', returnTo };
    }
    const entered = await this.enter.execute({ attempt, claims, caller });
    return typeof entered === 'string' ? refused(entered) : { kind: 'signed_in', signedIn: entered, returnTo };
  }
}
