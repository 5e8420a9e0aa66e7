import type { Log, Settings } from '@trunkline/platform';
import { AuthorizationResponseError } from 'openid-client';
import {
  type ConfiguredProvider,
  type IdentityProviders,
  ProviderFailure,
} from '../../application/identity-providers/ports';
import type { IdentityProvider, AuthorizationChecks } from '../../domain/identity-providers/identity-provider';
import type { ProviderClaims } from '../../domain/identity-providers/provider-claims';
import { OpenIdConnectProvider } from './openid-connect-provider';

type ProviderSettings = Pick<Settings, 'identityProviders' | 'baseUrl' | 'isProduction'>;

/** The configured providers, through openid-client. */
export class OpenIdIdentityProviders implements IdentityProviders {
  private readonly configured: readonly ConfiguredProvider[];
  private readonly providers: ReadonlyMap<IdentityProvider, OpenIdConnectProvider>;

  constructor(
    { identityProviders, baseUrl, isProduction }: ProviderSettings,
    private readonly log: Log,
  ) {
    this.configured = identityProviders.map(({ provider, displayName }) => ({ provider, displayName }));
    this.providers = new Map(
      identityProviders.map((config) => {
        const redirectUri = `${baseUrl}/auth/idp/${config.provider}/callback`;
        const endpoint = { ...config, redirectUri, allowHttpOnLoopback: !isProduction };
        return [config.provider, new OpenIdConnectProvider(endpoint)];
      }),
    );
  }

  list(): readonly ConfiguredProvider[] {
    return this.configured;
  }

  authorizationUrl(provider: IdentityProvider, checks: AuthorizationChecks): Promise<string> {
    return this.asking(provider, (each) => each.authorizationUrl(checks));
  }

  identify(
    provider: IdentityProvider,
    answer: Readonly<Record<string, string>>,
    checks: AuthorizationChecks,
  ): Promise<ProviderClaims | 'denied'> {
    return this.asking(provider, async (each) => {
      try {
        return await each.identify(answer, checks);
      } catch (error) {
        if (error instanceof AuthorizationResponseError && error.error === 'access_denied') return 'denied';
        throw error;
      }
    });
  }

  private async asking<T>(name: IdentityProvider, ask: (provider: OpenIdConnectProvider) => Promise<T>): Promise<T> {
    const provider = this.providers.get(name);
    if (!provider) throw new ProviderFailure(`${name} is not configured.`);
    try {
      return await ask(provider);
    } catch (error) {
      this.log.warn({ provider: name, reason: reasonOf(error) }, 'an identity provider failed');
      throw new ProviderFailure(`${name} failed.`);
    }
  }
}

/** Names and codes only: the causes of these errors contain tokens and personal data. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const details = ['code', 'error'].map((member) => (error as unknown as Record<string, unknown>)[member]);
  return [error.name, error.message, ...details.filter((each) => typeof each === 'string')].join(': ');
}
