import { isLoopback, type IdentityProviderConfig } from '@trunkline/platform';
import * as client from 'openid-client';
import type { AuthorizationChecks } from '../../domain/identity-providers/identity-provider';
import type { ProviderClaims } from '../../domain/identity-providers/provider-claims';

/** Time limit for one response of a provider. */
const TIMEOUT_S = 5;
/** How long discovery metadata is fresh. Older metadata still serves while the provider is unavailable. */
const DESCRIPTION_MS = 60 * 60 * 1000;
const SCOPE = 'openid email profile';
const TEXT_MAX = 255;

export interface ProviderEndpoint extends IdentityProviderConfig {
  /** The callback URL. */
  readonly redirectUri: string;
  /** False in production: no plain http, not even on loopback. */
  readonly allowHttpOnLoopback: boolean;
}

interface Described {
  readonly configuration: client.Configuration;
  readonly at: number;
}

/**
 * One OpenID Connect provider. Discovery happens on first use, so that an unavailable provider does not stop the start.
 */
export class OpenIdConnectProvider {
  private described: Described | null = null;
  private describing: Promise<Described> | null = null;

  constructor(private readonly endpoint: ProviderEndpoint) {}

  async authorizationUrl({ state, nonce, codeVerifier }: AuthorizationChecks): Promise<string> {
    const configuration = await this.configuration();
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.endpoint.redirectUri,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
    if (url.protocol !== 'https:') throw new Error('The provider names an address that is not https.');
    return this.onTheWire(url).toString();
  }

  async identify(answer: Readonly<Record<string, string>>, checks: AuthorizationChecks): Promise<ProviderClaims> {
    const configuration = await this.configuration();
    const url = new URL(this.endpoint.redirectUri);
    for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      pkceCodeVerifier: checks.codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('The provider sent no ID token.');
    return claimsOf(await this.completed(configuration, claims, tokens.access_token));
  }

  /** Many providers return the email in the user info response only (OpenID Connect Core, section 5.4). */
  private async completed(configuration: client.Configuration, claims: client.IDToken, accessToken: string) {
    if (claims['email'] !== undefined || !configuration.serverMetadata().userinfo_endpoint) return claims;
    const userInfo = await client.fetchUserInfo(configuration, accessToken, claims.sub);
    return { ...userInfo, iss: claims.iss, sub: claims.sub };
  }

  /** Concurrent callers share one request. */
  private async configuration(): Promise<client.Configuration> {
    const { described } = this;
    if (described && performance.now() - described.at < DESCRIPTION_MS) return described.configuration;
    this.describing ??= this.describe().finally(() => (this.describing = null));
    try {
      return (await this.describing).configuration;
    } catch (error) {
      if (!described) throw error;
      return described.configuration;
    }
  }

  /** OpenID Connect Discovery 1.0, section 4. */
  private async describe(): Promise<Described> {
    const { issuer, clientId, clientSecret } = this.endpoint;
    const address = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const response = await this.ask(address, { signal: AbortSignal.timeout(TIMEOUT_S * 1000) });
    const metadata: unknown = response.ok ? await response.json() : null;
    if (!isMetadataOf(issuer, metadata)) throw new Error('The provider does not describe itself as this issuer.');
    const configuration = new client.Configuration(overTls(metadata), clientId, undefined, authenticate(clientSecret));
    configuration.timeout = TIMEOUT_S;
    configuration[client.customFetch] = (url, options) => this.ask(new URL(url), options);
    // Verifies the token's signature although TLS would suffice by the standard.
    client.enableNonRepudiationChecks(configuration);
    this.described = { configuration, at: performance.now() };
    return this.described;
  }

  private ask(url: URL, options: RequestInit): Promise<Response> {
    return fetch(this.onTheWire(url), { ...options, redirect: 'manual' });
  }

  /** The library speaks https only. Outside production, requests to an issuer on loopback are sent over http. */
  private onTheWire(url: URL): URL {
    if (!this.endpoint.allowHttpOnLoopback || !this.endpoint.issuer.startsWith('http:') || !isLoopback(url)) return url;
    const plain = new URL(url);
    plain.protocol = 'http:';
    return plain;
  }
}

function isMetadataOf(issuer: string, metadata: unknown): metadata is client.ServerMetadata {
  return typeof metadata === 'object' && metadata !== null && 'issuer' in metadata && metadata.issuer === issuer;
}

/** Requests http endpoints of the metadata over https. */
function overTls(metadata: client.ServerMetadata): client.ServerMetadata {
  const endpoints = Object.entries(metadata)
    .filter(([name]) => name === 'jwks_uri' || name.endsWith('_endpoint'))
    .map(([name, value]) => [name, typeof value === 'string' ? value.replace(/^http:/, 'https:') : value]);
  return { ...metadata, ...Object.fromEntries(endpoints) } as client.ServerMetadata;
}

/** As the metadata says, else by the default of the standard (OpenID Connect Core, section 9). */
function authenticate(secret: string): client.ClientAuth {
  const basic = client.ClientSecretBasic(secret);
  const post = client.ClientSecretPost(secret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return methods.includes('client_secret_basic') ? basic(server, ...rest) : post(server, ...rest);
  };
}

function claimsOf(claims: Readonly<Record<string, unknown>>): ProviderClaims {
  const issuer = textOf(claims['iss']);
  const subject = textOf(claims['sub']);
  if (issuer === null || subject === null) throw new Error('The provider sent a subject that cannot be one.');
  return {
    issuer,
    subject,
    email: textOf(claims['email']),
    // Some providers send a string instead of a boolean.
    emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    name: textOf(claims['name']),
    locale: textOf(claims['locale']),
  };
}

/** PostgreSQL rejects NUL, and no useful claim is longer. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= TEXT_MAX && !/\p{Cc}/u.test(value) ? value : null;
}
