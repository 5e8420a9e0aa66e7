import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** The claims of a user, without the subject. */
export interface IssuerUser {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly locale?: string;
}

export interface IssuerClient {
  readonly clientId: string;
  readonly redirectUri: string;
}

/** Where the issuer sends a user's claims, which differs between providers. */
export type ClaimsLocation = 'id_token' | 'userinfo';

const CLIENT_SECRET = 'test-client-secret';

/** A real OpenID Connect issuer on the loopback interface, with test users and oidc-provider's own pages. */
export class TestIssuer {
  /** By subject, which is also the login name. */
  readonly users = new Map<string, IssuerUser>();
  /** Number of requests, by path. */
  readonly requestCounts = new Map<string, number>();

  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async start(client: IssuerClient, claimsIn: ClaimsLocation): Promise<TestIssuer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const issuer = new TestIssuer(url, server);
    const handle = new Provider(url, configurationOf(issuer, client, claimsIn)).callback() as RequestListener;
    server.on('request', (request, response) => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      issuer.requestCounts.set(path, (issuer.requestCounts.get(path) ?? 0) + 1);
      handle(request, response);
    });
    return issuer;
  }

  /** Returns the API settings that configure this issuer as IDP1 or IDP2. */
  settings(name: 'IDP1' | 'IDP2', { clientId }: IssuerClient, displayName: string): Record<string, string> {
    return {
      [`OAUTH_${name}_ISSUER`]: this.url,
      [`OAUTH_${name}_CLIENT_ID`]: clientId,
      [`OAUTH_${name}_CLIENT_SECRET`]: CLIENT_SECRET,
      [`OAUTH_${name}_NAME`]: displayName,
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function configurationOf(
  issuer: TestIssuer,
  { clientId, redirectUri }: IssuerClient,
  claimsIn: ClaimsLocation,
): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    clients: [{ client_id: clientId, client_secret: CLIENT_SECRET, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['test-cookie-key'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'locale'] },
    conformIdTokenClaims: claimsIn === 'userinfo',
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...issuer.users.get(accountId) }),
    }),
  };
}
