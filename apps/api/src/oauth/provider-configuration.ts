import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AuthorizationStore } from '@trunkline/identity';
import { type Clock, covers, narrowedScopes, OAUTH_SCOPES, type Permission, unixSeconds } from '@trunkline/kernel';
import type { Settings } from '@trunkline/platform';
import type { ProviderContext } from 'oidc-provider';
import { asAddressed } from '../http/guard/origins';
import { renderError } from './error-page';
import { errors, interactionPolicy, Provider } from './oidc-library';
import { grantOfRequest, ProviderAdapter } from './provider-adapter';
import { InThreadSigningKey, type SigningKey } from './signing-key';

const ACCESS_TOKEN_SECONDS = 3600;
/** The cookie that binds an authorization request to its browser. */
const REQUEST_COOKIE_SECONDS = 15 * 60;
/** The store decides when codes and refresh tokens expire. */
const UNLIMITED_SECONDS = 365 * 86_400;
const SECRET_BYTES = 32;
const REFRESH_TOKEN_PREFIX = 'svc_oauthr_';

/** Creates the provider that signs with this key. Everything else it stores in the database. See docs/oauth.md. */
export function createProvider(store: AuthorizationStore, settings: Settings, clock: Clock, key: SigningKey): Provider {
  const provider = new Provider(settings.ROOT_URL, configurationOf(store, settings, clock, key));
  provider.proxy = true;
  provider.silent = true;
  provider.RefreshToken.prototype.generateTokenId = () =>
    `${REFRESH_TOKEN_PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  // Only a hash of the secret is stored.
  provider.Client.prototype.compareClientSecret = function (actual) {
    const given = createHash('sha256').update(actual).digest();
    const stored = Buffer.from(this.clientSecret, 'hex');
    return given.length === stored.length && timingSafeEqual(given, stored);
  };
  // The response mode is checked before the response type, and its error would hide that of the type (RFC 6749, section
  // 4.1.2.1). A missing type is an error of its own.
  provider.Client.prototype.responseModeAllowed = (mode, type) => {
    if (type?.split(' ').some((each) => each !== 'code')) throw new errors.UnsupportedResponseType();
    return mode === undefined || mode === 'query';
  };
  narrowScopes(provider);
  return provider;
}

/** The provider compares scopes by name. Here `:write` includes the `:read` of its resource: see docs/oauth.md#scopes. */
function narrowScopes({ Grant, RefreshToken }: Provider): void {
  Grant.prototype.getResourceScopeFiltered = function (resource, filter) {
    const granted = this.getResourceScope(resource).split(' ');
    return narrowedScopes([...filter], (scope) => covers(granted, scope)).join(' ');
  };
  Object.defineProperty(RefreshToken.prototype, 'scopes', {
    get(this: { readonly scope?: string }): Set<string> {
      const held = (this.scope ?? '').split(' ').filter(Boolean);
      // Those that a client may name, when it names some.
      if (Provider.ctx?.oidc.params?.['scope'] === undefined) return new Set(held);
      return new Set(OAUTH_SCOPES.filter((scope) => covers(held, scope)));
    },
  });
}

function configurationOf(store: AuthorizationStore, settings: Settings, clock: Clock, key: SigningKey): object {
  const { alg } = key;
  const resource = settings.baseUrl;
  const cookie = { signed: true, httpOnly: true, sameSite: 'lax', secure: settings.ROOT_URL.startsWith('https:') };
  return {
    adapter: (model: string) => new ProviderAdapter(store, resource, model),
    jwks: { keys: [new InThreadSigningKey(key)] },
    routes: { authorization: '/oauth2/authorize', token: '/oauth2/token', revocation: '/oauth2/revoke' },
    // Those of the API belong to its resource server below.
    scopes: [],
    claims: {},
    subjectTypes: ['public'],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
    clientDefaults: { id_token_signed_response_alg: alg },
    enabledJWA: { idTokenSigningAlgValues: [alg] },
    extraClientMetadata: { properties: ['max_scopes'] },
    pkce: { required: () => true },
    interactions: {
      policy: consentPolicy(),
      url: ({ req }: ProviderContext, { uid }: { readonly uid: string }) =>
        asAddressed(`${settings.DASHBOARD_URL}/oauth-consent?request_id=${encodeURIComponent(uid)}`, req, settings),
    },
    cookies: {
      keys: settings.SESSION_SECRETS,
      names: { session: 'svc_oauth_s', interaction: 'svc_oauth_i', resume: 'svc_oauth_r' },
      long: cookie,
      short: cookie,
    },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub }) }),
    allowOmittingSingleRegisteredRedirectUri: false,
    issueRefreshToken: () => true,
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    extraTokenClaims: () => ({ account_id: grantOfRequest()?.accountId, gid: grantOfRequest()?.id }),
    formats: { customizers: { jwt: (_context: unknown, _token: unknown, jwt: Jwt) => setTimes(jwt, clock) } },
    ttl: {
      AuthorizationCode: UNLIMITED_SECONDS,
      AccessToken: ACCESS_TOKEN_SECONDS,
      RefreshToken: UNLIMITED_SECONDS,
      Grant: UNLIMITED_SECONDS,
      Interaction: REQUEST_COOKIE_SECONDS,
      Session: REQUEST_COOKIE_SECONDS,
    },
    renderError,
    features: featuresOf(resource, alg),
  };
}

function featuresOf(resource: string, alg: string): object {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    claimsParameter: { enabled: false },
    dPoP: { enabled: false },
    externalSigningSupport: { enabled: true, ack: 'experimental-01' },
    revocation: { enabled: true, allowedPolicy: isOwnRefreshToken },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: (context: ProviderContext, indicator: string, { max_scopes: maximum }: Metadata) => {
        if (indicator !== resource) throw new errors.InvalidTarget();
        if (context.oidc.route === 'authorization') {
          assertStorable(context);
          assertRequestable(context, maximum.split(' '));
        }
        return {
          scope: OAUTH_SCOPES.join(' '),
          audience: resource,
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg } },
        };
      },
    },
  };
}

interface Metadata {
  readonly max_scopes: string;
}

/** One prompt, which also carries the sign-in: the user of the dashboard's session decides each request. */
function consentPolicy(): object {
  const { Prompt, Check, base } = interactionPolicy;
  const policy = base();
  policy.remove('login');
  policy.remove('consent');
  const isUndecided = ({ oidc }: ProviderContext) => !oidc.result?.consent;
  policy.add(
    new Prompt(
      { name: 'consent', requestable: true },
      new Check('undecided', 'consent is required', 'interaction_required', isUndecided),
    ),
  );
  return policy;
}

/** The parameters are stored until the user decides, and PostgreSQL stores no NUL character. */
function assertStorable({ oidc }: ProviderContext): void {
  const unstorable = Object.entries(oidc.params ?? {}).find(([, value]) => String(value).includes('\0'));
  if (unstorable) throw new errors.InvalidRequest(`${unstorable[0]} contains an invalid character`);
}

/** Unknown scopes of a resource server would be dropped silently. */
function assertRequestable({ oidc }: ProviderContext, maximum: readonly string[]): void {
  const scopes = [...oidc.requestParamScopes];
  if (scopes.length === 0) throw new errors.InvalidScope('scope is required');
  const refused = scopes.find((scope) => !isRequestable(scope, maximum));
  if (refused !== undefined) throw new errors.InvalidScope('the application may not request this scope', refused);
}

function isRequestable(scope: string, maximum: readonly string[]): boolean {
  return (OAUTH_SCOPES as readonly string[]).includes(scope) && covers(maximum, scope as Permission);
}

interface RevocableToken {
  readonly kind: string;
  readonly clientId: string;
}

function isOwnRefreshToken(_context: unknown, client: { readonly clientId: string }, token: RevocableToken): boolean {
  return token.kind === 'RefreshToken' && token.clientId === client.clientId;
}

interface Jwt {
  readonly payload: Record<string, unknown>;
}

/** By the application's clock, which also verifies the token. */
function setTimes({ payload }: Jwt, clock: Clock): void {
  payload['iat'] = unixSeconds(clock.now());
  payload['exp'] = unixSeconds(clock.now()) + ACCESS_TOKEN_SECONDS;
}
