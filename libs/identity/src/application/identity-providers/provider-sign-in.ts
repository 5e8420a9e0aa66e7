import { type Clock, CommonErrors, invalidFields, isTimeZone } from '@trunkline/kernel';
import {
  ATTEMPT_SECONDS,
  beginAttempt,
  browserSecretFrom,
  checksOf,
  IDENTITY_PROVIDERS,
  isDashboardPath,
  type LinkingSession,
  type ProviderAttempt,
  type ProviderMode,
} from '../../domain/identity-providers/identity-provider';
import { hashSecret } from '../../domain/secrets';
import type { Caller } from '../../domain/sessions/session';
import type { LinkByIdentity } from './link-by-identity';
import { type BegunSignIn, type ProviderOutcome, refusalIn, refused, type RefusedSignIn } from './outcome';
import { type IdentityProviders, type ProviderAttemptRepository, ProviderFailure } from './ports';
import type { SignInByIdentity } from './sign-in-by-identity';

export interface ProviderDeparture {
  /** The name from the URL. */
  readonly provider: string;
  readonly mode: ProviderMode;
  readonly returnTo: string;
  readonly country: string | null;
  /** Name of the browser's time zone. An unknown one is ignored. */
  readonly timezone: string | null;
  /** From the browser's cookie, if present. */
  readonly browserSecret: string | null;
  /** The requesting session, in mode `link`. */
  readonly linkingSession: LinkingSession | null;
}

export interface ProviderReturn {
  /** The name from the URL. */
  readonly provider: string;
  /** Query parameters of the callback. */
  readonly answer: Readonly<Record<string, string>>;
  readonly browserSecret: string | null;
  readonly caller: Caller;
}

/** Sign-in at an identity provider, in two requests: GET /auth/idp/{provider}/start and /callback. */
export class ProviderSignIn {
  constructor(
    private readonly providers: IdentityProviders,
    private readonly attempts: ProviderAttemptRepository,
    private readonly enter: SignInByIdentity,
    private readonly link: LinkByIdentity,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the attempt and returns where to redirect the browser. Throws not_found for a provider that is not configured,
   * and 422 naming return_to. An unavailable provider is an outcome.
   */
  async begin({ browserSecret: given, ...input }: ProviderDeparture): Promise<BegunSignIn | RefusedSignIn> {
    const configured = this.providers.list().find(({ provider }) => provider === input.provider);
    if (!configured) throw CommonErrors.not_found();
    if (!isDashboardPath(input.returnTo))
      throw invalidFields({ return_to: 'must be a dashboard path, such as /numbers' });
    const { provider } = configured;
    const browserSecret = browserSecretFrom(given);
    const timezone = input.timezone !== null && isTimeZone(input.timezone) ? input.timezone : null;
    const { attempt, checks } = beginAttempt({ ...input, provider, timezone }, browserSecret, this.clock.now());
    try {
      const location = await this.providers.authorizationUrl(provider, checks);
      await this.attempts.add(attempt);
      return { kind: 'begun', location, browserSecret, attemptSeconds: ATTEMPT_SECONDS };
    } catch (error) {
      if (error instanceof ProviderFailure) return refused('idp_failed');
      throw error;
    }
  }

  /**
   * Checks the state, then asks the provider, then applies the rules of this service. Must not run within a transaction.
   * Every rejection is an outcome, never an exception.
   */
  async finish(input: ProviderReturn): Promise<ProviderOutcome> {
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

  private async take({ provider: name, answer, browserSecret }: ProviderReturn) {
    const provider = IDENTITY_PROVIDERS.find((each) => each === name);
    const { state } = answer;
    if (!provider || state === undefined || browserSecret === null) return null;
    const key = { stateHash: hashSecret(state), browserHash: hashSecret(browserSecret), provider };
    return this.attempts.take(key, this.clock.now());
  }

  private async settle(
    attempt: ProviderAttempt,
    { answer, browserSecret, caller }: ProviderReturn,
    refusedTo: string | null,
  ): Promise<ProviderOutcome> {
    const { provider, mode, returnTo } = attempt;
    const checks = checksOf(answer['state'] ?? '', browserSecret ?? '');
    const claims = await this.providers.identify(provider, answer, checks);
    if (claims === 'denied') return refused('idp_denied', refusedTo);
    if (mode === 'link') {
      const error = await this.link.link(attempt, claims);
      return error ? refused(error, refusedTo) : { kind: 'linked', returnTo };
    }
    const entered = await this.enter.signInWith({ attempt, claims, caller });
    return typeof entered === 'string' ? refused(entered) : { kind: 'signed_in', signedIn: entered, returnTo };
  }
}
