import { type Clock, CommonErrors, invalidFields } from '@trunkline/kernel';
import {
  beginAttempt,
  browserSecretFrom,
  isDashboardPath,
  type LinkingSession,
  type ProviderMode,
} from '../../domain/identity-providers/identity-provider';
import type { IdentityProviders, ProviderAttemptRepository } from './ports';

export interface BeginProviderSignInInput {
  /** The name from the URL. */
  readonly provider: string;
  readonly mode: ProviderMode;
  readonly returnTo: string;
  readonly country: string | null;
  /** From the browser's cookie, if present. */
  readonly browserSecret: string | null;
  /** The requesting session, in mode `link`. */
  readonly linkingSession: LinkingSession | null;
}

export interface BegunSignIn {
  /** The provider's authorization URL. */
  readonly location: string;
  /** For the browser's cookie; not stored. */
  readonly browserSecret: string;
}

/** GET /auth/idp/{provider}/start: stores the attempt and returns where to redirect the browser. */
export class BeginProviderSignIn {
  constructor(
    private readonly providers: IdentityProviders,
    private readonly attempts: ProviderAttemptRepository,
    private readonly clock: Clock,
  ) {}

  /** Throws not_found for a provider that is not configured, 422 naming return_to, and ProviderFailure. */
  async execute({ browserSecret: given, ...input }: BeginProviderSignInInput): Promise<BegunSignIn> {
    const configured = this.providers.list().find(({ provider }) => provider === input.provider);
    if (!configured) throw CommonErrors.not_found();
    if (!isDashboardPath(input.returnTo))
      throw invalidFields({ return_to: 'must be a dashboard path, such as /numbers' });
    const { provider } = configured;
    const browserSecret = browserSecretFrom(given);
    const { attempt, checks } = beginAttempt({ ...input, provider }, browserSecret, this.clock.now());
    const location = await this.providers.authorizationUrl(provider, checks);
    await this.attempts.add(attempt);
    return { location, browserSecret };
  }
}
