import type { AuthorizationStore, views } from '@trunkline/identity';
import type { ProviderContext } from 'oidc-provider';
import { errors, Provider } from './oidc-library';

/**
 * The metadata of an application in the terms of RFC 7591. `native` is the type whose redirect URIs may have a custom
 * scheme, and any port on the loopback interface (RFC 8252, section 7.3). `client_secret` is a hash.
 */
function toClientMetadata(client: views.OAuthClient): Record<string, unknown> {
  return {
    client_id: client.clientId,
    client_secret: client.secretHash.toString('hex'),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // Clients may also authenticate with HTTP Basic.
    token_endpoint_auth_method: 'client_secret_post',
    max_scopes: client.maxScopes.join(' '),
  };
}

type Payload = Record<string, unknown>;

const KINDS: Readonly<Record<string, views.TokenKind>> = { AuthorizationCode: 'code', RefreshToken: 'refresh_token' };
/** The parameter of a token request that carries a code or refresh token. */
const PRESENTED_IN: Readonly<Record<string, { readonly parameter: string; readonly kind: views.TokenKind }>> = {
  authorization_code: { parameter: 'code', kind: 'code' },
  refresh_token: { parameter: 'refresh_token', kind: 'refresh_token' },
};
/** oidc-provider judges expiry by the wall clock; the store judges it by the application's clock, before. */
const FAR_SECONDS = 86_400;

/** What the requests of one exchange have read, and the code or token that it uses up. */
interface Exchange {
  presented?: views.Presented & { readonly value: string };
  using?: views.TokenName;
  grant?: views.LiveGrant;
}

const exchanges = new WeakMap<ProviderContext, Exchange>();

function exchange(): Exchange {
  const context = Provider.ctx;
  if (!context) return {};
  const known = exchanges.get(context) ?? {};
  exchanges.set(context, known);
  return known;
}

/** Returns the grant of the current request, for the claims of its access token. */
export function grantOfRequest(): views.LiveGrant | undefined {
  return exchange().grant;
}

/**
 * The storage that oidc-provider calls, by the name of its model, on the authorization store. A token request costs one
 * read, made when the client authenticates, and one write, which uses up the presented code or token and stores the new
 * one.
 */
export class ProviderAdapter {
  constructor(
    private readonly store: AuthorizationStore,
    private readonly resource: string,
    private readonly model: string,
  ) {}

  async find(id: string): Promise<Payload | undefined> {
    if (this.model === 'Client') return this.findClient(id);
    if (this.model === 'Grant') return this.findGrant(id);
    if (this.model === 'Interaction') return this.findRequest(id);
    return this.findToken(id);
  }

  async upsert(id: string, { jti: _id, ...payload }: Payload): Promise<void> {
    if (this.model === 'Interaction') return this.addRequest(id, payload);
    const grantId = String(payload['grantId']);
    if (this.model === 'AuthorizationCode') {
      return this.store.addCode({ kind: 'code', value: id, grantId, payload });
    }
    if (this.model === 'RefreshToken') return this.issue(id, grantId, payload);
    // Sessions of the provider are not kept: every request asks for consent.
  }

  /** Defers to `issue`: what is used up and what replaces it are one statement. */
  consume(value: string): Promise<void> {
    const kind = KINDS[this.model];
    if (kind) exchange().using = { kind, value };
    return Promise.resolve();
  }

  async destroy(id: string): Promise<void> {
    if (this.model === 'Interaction') return this.completeRequest(id);
    // Called for a grant that is revoked; its codes and tokens end with it.
    if (this.model === 'Grant') await this.store.revokeGrant(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.store.revokeGrant(grantId);
  }

  private async findClient(clientId: string): Promise<Payload | undefined> {
    const name = presentedToken();
    if (!name) return metadata(await this.store.findClient(clientId));
    const presented = await this.store.findPresented(clientId, name);
    exchange().presented = { ...presented, value: name.value };
    return metadata(presented.client);
  }

  /** Revocation finds tokens without a token request. */
  private async findToken(value: string): Promise<Payload | undefined> {
    const kind = KINDS[this.model];
    if (!kind) return undefined;
    const { presented } = exchange();
    if (presented?.value === value) return tokenPayload(presented, value);
    const clientId = Provider.ctx?.oidc.client?.clientId ?? '';
    return tokenPayload(await this.store.findPresented(clientId, { kind, value }), value);
  }

  private async findGrant(id: string): Promise<Payload | undefined> {
    const { presented } = exchange();
    const grant = presented?.grant?.id === id ? presented.grant : await this.store.findGrant(id);
    if (!grant) return undefined;
    exchange().grant = grant;
    return {
      ...validity(id, 'Grant'),
      accountId: grant.userId,
      clientId: grant.clientId,
      resources: { [this.resource]: grant.scopes.join(' ') },
    };
  }

  private async findRequest(id: string): Promise<Payload | undefined> {
    const request = await this.store.findRequest(id);
    if (!request) return undefined;
    return {
      ...request.payload,
      ...validity(id, 'Interaction'),
      ...(request.decision && { result: resultOf(request.decision) }),
    };
  }

  /** A browser that returns from the consent twice at once gets one code: the other return ends here. */
  private async completeRequest(id: string): Promise<void> {
    if (!(await this.store.removeRequest(id))) throw new errors.SessionNotFound('authorization request was completed');
  }

  private async addRequest(id: string, payload: views.StoredPayload): Promise<void> {
    const { client_id: clientId, scope, redirect_uri: redirectUri } = payload['params'] as Record<string, string>;
    await this.store.addRequest({
      id,
      payload,
      clientId: clientId ?? '',
      scopes: (scope ?? '').split(' '),
      redirectUri: redirectUri ?? '',
      returnTo: String(payload['returnTo']),
    });
  }

  /** Revokes the grant when the code or token was used before: the thief and the client are indistinguishable. */
  private async issue(value: string, grantId: string, payload: views.StoredPayload): Promise<void> {
    const { using } = exchange();
    if (!using) throw new Error('A refresh token replaces a code or another refresh token.');
    const issued = { kind: 'refresh_token', value, grantId, payload } as const;
    if (await this.store.exchange(using, issued)) return;
    await this.store.revokeGrant(grantId);
    throw new errors.InvalidGrant('used before, or revoked');
  }
}

/** Returns the code or refresh token of a token request. */
function presentedToken(): views.TokenName | null {
  const oidc = Provider.ctx?.oidc;
  if (oidc?.route !== 'token' || !oidc.params) return null;
  const presented = PRESENTED_IN[String(oidc.params['grant_type'])];
  const value = presented && oidc.params[presented.parameter];
  return presented && typeof value === 'string' ? { kind: presented.kind, value } : null;
}

function metadata(client: views.OAuthClient | null): Payload | undefined {
  return client ? toClientMetadata(client) : undefined;
}

function tokenPayload({ token }: views.Presented, value: string): Payload | undefined {
  if (!token) return undefined;
  const { kind } = token.payload;
  return { ...token.payload, ...validity(value, String(kind)), ...(token.isUsed && { consumed: 1 }) };
}

function validity(jti: string, kind: string): Payload {
  const now = Math.floor(Date.now() / 1000);
  return { jti, kind, iat: now, exp: now + FAR_SECONDS };
}

function resultOf({ userId, grantId }: { userId: string; grantId: string | null }): object {
  if (grantId === null) return { error: 'access_denied', error_description: 'The user denied the request.' };
  return { login: { accountId: userId, remember: false }, consent: { grantId } };
}
