import { type Clock, CommonErrors, invalidFields } from '@trunkline/kernel';
import {
  beginAttempt,
  browserSecretFrom,
  isDashboardPath,
  type Linker,
  type ProviderMode,
} from '../../domain/identity-providers/identity-provider';
import type { IdentityProviders, ProviderAttemptRepository } from './ports';

export interface BeginProviderSignInInput {
  /** As it stands in the address. */
  readonly provider: string;
  readonly mode: ProviderMode;
  readonly returnTo: string;
  readonly country: string | null;
  /** From the browser's cookie, where it has one. */
  readonly browserSecret: string | null;
  /** The session that asks, with mode `link`. */
  readonly linker: Linker | null;
}

export interface BegunSignIn {
  /** At the provider. */
  readonly location: string;
  /** For the browser's cookie; kept nowhere. */
  readonly browserSecret: string;
}

/** GET /auth/idp/{provider}/start: notes what is about to happen and says where to send the browser. */
export class BeginProviderSignIn {
  constructor(
    private readonly providers: IdentityProviders,
    private readonly attempts: ProviderAttemptRepository,
    private readonly clock: Clock,
  ) {}

  /** Throws not_found for a provider that is not configured, 422 naming return_to, ProviderFailure. */
  async execute({ browserSecret: given, ...input }: BeginProviderSignInInput): Promise<BegunSignIn> {
    const configured = this.providers.list().find(({ provider }) => provider === input.provider);
    if (!configured) throw CommonErrors.not_found();
    if (!isDashboardPath(input.returnTo))
      throw invalidFields({ return_to: 'must be a dashboard path, such as /numbers' });
    const { provider } = configured;
    const browserSecret = browserSecretFrom(given);
    const { attempt, proofs } = beginAttempt({ ...input, provider }, browserSecret, this.clock.now());
    const location = await this.providers.authorizationUrl(provider, proofs);
    await this.attempts.add(attempt);
    return { location, browserSecret };
  }
}
