import 'reflect-metadata';
import { Credentials } from '@trunkline/identity';
import { NumberQueries } from '@trunkline/numbering';
import { Database } from '@trunkline/platform';
import type { Stack } from '../tour/stack';
import { type FloorPlan, type FloorRequest, startFloor } from './floor/floor';
import { reader } from './measuring/load';
import { compare, type Comparison } from './measuring/measure';
import { statementsOf } from './measuring/statements';
import { accountOf } from './stack/account';
import { inApplication } from './stack/application';
import { copyNumber, createKeys, createTokens } from './stack/credentials';
import { onStack } from './stack/stack';
import { orderNumber } from './switch/calls';

const KEYS = { rounds: 5, seconds: 2, warmUps: 1, target: 0.8 };
const TOKENS = { rounds: 9, seconds: 2, warmUps: 2, target: 1 };
const NUMBERS = 2000;
const NAME = 'GET /v1/numbers/{e164}';

/** Measures `GET /v1/numbers/{e164}` with many API keys beside the bare statements, and with many access tokens beside keys. */
export const benchHttp = (): Promise<Comparison[]> =>
  onStack(async (stack) => {
    const numbers = await copyNumber(stack, await orderNumber(stack), NUMBERS);
    const keys = await createKeys(stack);
    const tokens = await createTokens(stack);
    const by = (name: string, url: string, secrets: readonly string[]) => {
      const requests = numbers.map((e164, n) => ({
        path: pathOf(e164),
        headers: { authorization: `Bearer ${secrets[n % secrets.length] ?? ''}` },
      }));
      return reader(name, url, requests);
    };
    const { rootUrl, databaseUrl } = stack;
    const floor = await startFloor(databaseUrl, await planOfReads(stack, numbers));
    try {
      const beside = { floor: by('bare http and pg', floor.url, keys), ours: by('Trunkline', rootUrl, keys) };
      const level = { floor: by('API key', rootUrl, keys), ours: by('access token', rootUrl, tokens) };
      return [
        await compare(`${NAME}, ${keys.length} API keys`, beside, KEYS),
        await compare(`${NAME}, ${tokens.length} access tokens by API keys`, level, TOKENS),
      ];
    } finally {
      floor.stop();
    }
  });

const pathOf = (e164: string) => `/v1/numbers/${e164.slice(1)}`;

/** Records the two statements of each request: authentication, then the number. */
const planOfReads = (stack: Stack, e164s: readonly string[]): Promise<FloorPlan> =>
  inApplication(stack, async (app) => {
    const { accountId, apiKey } = accountOf(stack);
    const db = app.get(Database);
    const numbers = app.get(NumberQueries);
    const requests: Record<string, FloorRequest> = {};
    for (const e164 of e164s) {
      const statements = await statementsOf(db, () => numbers.get(accountId, e164));
      if (statements.length !== 1) throw new Error('A number is no longer read by one statement.');
      requests[pathOf(e164)] = { statements, rows: null };
    }
    return { authenticate: await authentication(db, app.get(Credentials), apiKey), requests };
  });

/** Returns the statement that authenticates a key. */
export async function authentication(db: Database, credentials: Credentials, key: string) {
  const context = { accountId: null, ip: '127.0.0.1', isUse: false };
  const [statement, ...others] = await statementsOf(db, () => credentials.byApiKey(key, context));
  if (!statement || others.length > 0) throw new Error('A key is no longer read by one statement.');
  return statement;
}
