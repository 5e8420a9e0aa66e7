import { SigningKeys } from '@trunkline/identity';
import { grantAccess, mintAccessToken, type TokenOptions } from '@trunkline/identity/testing';
import { Clock } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import type { TestApi } from '../index';

interface TokenUser {
  readonly accountId: string;
  readonly userId: string;
}

const CLIENT_ID = 'svc_oauth_test';

/** Returns an access token as the authorization server issues it, with a grant of its own. */
export async function accessToken(
  api: TestApi,
  { accountId, userId }: TokenUser,
  scopes: readonly string[],
  change: Partial<TokenOptions> = {},
): Promise<string> {
  const grantId = await grantAccess(api.use(Database), { clientId: CLIENT_ID, accountId, userId });
  const token = { rootUrl: api.settings.ROOT_URL, clientId: CLIENT_ID, issuedAt: api.use(Clock).now() };
  return mintAccessToken(api.use(SigningKeys), { ...token, accountId, userId, scopes, grantId, ...change });
}
