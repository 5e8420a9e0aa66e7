import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import Provider from 'oidc-provider';

const TTL_S = 600;
const setting = (name: string): string => process.env[`OAUTH_IDP1_${name}`] ?? '';

/**
 * Starts the OpenID Connect provider that the stack is configured with, where each name signs in as a user with a verified
 * address. Returns how to stop it.
 */
export async function startIdentityProvider(): Promise<() => Promise<void>> {
  const issuer = setting('ISSUER');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const client = {
    client_id: setting('CLIENT_ID'),
    client_secret: setting('CLIENT_SECRET'),
    redirect_uris: [`${process.env['ROOT_URL'] ?? ''}/v1/auth/idp/oauth_idp1/callback`],
  };
  const provider = new Provider(issuer, {
    clients: [client],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'journeys', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['journeys'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    ttl: {
      AccessToken: TTL_S,
      AuthorizationCode: TTL_S,
      Grant: TTL_S,
      IdToken: TTL_S,
      Interaction: TTL_S,
      Session: TTL_S,
    },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, email: `${sub}@example.com`, email_verified: true, name: 'Ada Lovelace' }),
    }),
  });
  const server = createServer(provider.callback() as RequestListener);
  await new Promise<void>((ready) => server.listen(Number(new URL(issuer).port), '127.0.0.1', ready));
  return async () => {
    server.closeAllConnections();
    await new Promise((stopped) => server.close(stopped));
  };
}
