// Floor of the OAuth bench: oidc-provider with its in-memory adapter behind bare Node http, issuing the same tokens.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

const ISSUER = 'http://floor.test';
const RESOURCE = `${ISSUER}/v1`;
const SCOPE = 'account:read numbers:read';
const CLIENT = { client_id: 'floor', client_secret: 'a-secret-of-the-floor-that-is-long-enough' };
const CHAINS = 64;
const HOUR_S = 3600;
/** As the API signs. */
const ALG = 'ES256';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const provider = new Provider(ISSUER, {
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'floor', use: 'sig', alg: ALG }] },
  enabledJWA: { idTokenSigningAlgValues: [ALG] },
  clientDefaults: { id_token_signed_response_alg: ALG },
  clients: [
    {
      ...CLIENT,
      redirect_uris: ['https://app.example.com/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  routes: { token: '/oauth2/token' },
  scopes: [],
  rotateRefreshToken: true,
  issueRefreshToken: () => true,
  expiresWithSession: () => false,
  findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub }) }),
  extraTokenClaims: () => ({ account_id: 'acc_floor', gid: 'ogr_floor' }),
  ttl: { AccessToken: HOUR_S, RefreshToken: HOUR_S, Grant: HOUR_S },
  features: {
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => RESOURCE,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: SCOPE,
        audience: RESOURCE,
        accessTokenTTL: HOUR_S,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: ALG } },
      }),
    },
  },
});

const client = await provider.Client.find(CLIENT.client_id);
const tokens: string[] = [];
for (let chain = 0; chain < CHAINS; chain++) {
  const accountId = `usr_${chain}`;
  const grant = new provider.Grant({ accountId, clientId: CLIENT.client_id });
  grant.addResourceScope(RESOURCE, SCOPE);
  const issued = { accountId, client, grantId: await grant.save(), gty: 'authorization_code', rotations: 0 };
  tokens.push(await new provider.RefreshToken({ ...issued, resource: RESOURCE, scope: SCOPE }).save());
}
const server = createServer(provider.callback() as RequestListener).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ port, tokens, client: CLIENT })}\n`);
});
// Connections outlive a round of ours. The in-memory adapter keeps 1,000 entries: chains that had to connect again would fall
// behind the others, and lose their tokens.
server.keepAliveTimeout = 60_000;
