import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { SigningKeys } from '@trunkline/identity';
import { Database } from '@trunkline/platform';
import { decodeProtectedHeader } from 'jose';
import { startApi, testEnvironment, type TestApi } from '../support';
import { OAuthClient, registerApp, type RegisteredApp } from '../support/identity/oauth';
import { ApiProcess } from '../support/process';

const CHAINS = 2;
const ROOT = resolve(import.meta.dirname, '../../../..');

describe('rotation of signing keys while two API processes mint and check tokens', () => {
  let environment: Record<string, string>;
  let api: TestApi;
  let other: ApiProcess;
  let urls: readonly [string, string];
  let app: RegisteredApp;
  const refreshTokens: string[] = [];
  beforeAll(async () => {
    environment = await testEnvironment();
    [api, other] = await Promise.all([startApi(environment), ApiProcess.start(environment)]);
    urls = [api.url, other.url];
    const customer = await api.customers.make();
    app = await registerApp(api, customer);
    const client = new OAuthClient(api, app);
    for (let chain = 0; chain < CHAINS; chain++) refreshTokens.push((await client.tokens(customer)).refresh_token);
  });
  afterAll(async () => {
    await other.kill('SIGTERM');
    await api.stop();
  });

  const statusOf = async (url: string, token: string): Promise<number> => {
    const answer = await fetch(`${url}/v1/accounts/me`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    return answer.status;
  };
  const kidOf = (token: string) => decodeProtectedHeader(token).kid ?? '';

  const mint = async (url: string, chain: number): Promise<string> => {
    const { client_id, client_secret } = app;
    const params = { grant_type: 'refresh_token', client_id, client_secret, refresh_token: refreshTokens[chain] ?? '' };
    const answer = await fetch(`${url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(params) });
    const tokens = (await answer.json()) as Record<'access_token' | 'refresh_token', string>;
    refreshTokens[chain] = tokens.refresh_token;
    return tokens.access_token;
  };

  /** Returns the token with another key id. It makes a process read its keys just before the next token comes. */
  const forged = (token: string): string => {
    const [, ...rest] = token.split('.');
    const header = { alg: 'ES256', typ: 'at+jwt', kid: randomUUID() };
    return [Buffer.from(JSON.stringify(header)).toString('base64url'), ...rest].join('.');
  };

  /** Mints at each process in turn, and checks each token in both, until both processes have signed with the key. */
  const useUntilBothSignWith = async (isNew: (kid: string) => boolean): Promise<string[]> => {
    const signedBy = [false, false];
    const chain = async (index: number): Promise<string[]> => {
      const tokens: string[] = [];
      for (let turn = index; !signedBy.every(Boolean); turn++) {
        const token = await mint(urls[turn % 2]!, index);
        const statuses = await Promise.all(
          [token, forged(token)].flatMap((each) => urls.map((url) => statusOf(url, each))),
        );
        expect(statuses).toEqual([200, 200, 401, 401]);
        if (isNew(kidOf(token))) signedBy[turn % 2] = true;
        tokens.push(token);
      }
      return tokens;
    };
    return (await Promise.all(refreshTokens.map((_, index) => chain(index)))).flat();
  };

  const rotateByCommand = async (): Promise<void> => {
    const env = { PATH: process.env['PATH'], ...environment };
    const command = spawn(process.execPath, ['tools/run.mjs', 'rotate-signing-key'], {
      cwd: ROOT,
      env,
      stdio: 'ignore',
    });
    expect(await once(command, 'exit')).toEqual([0, null]);
  };
  const rotateBySchedule = async (): Promise<void> => {
    await api.use(Database).query(`UPDATE identity.signing_keys SET created_at = now() - interval '90 days 1 second'`);
    expect(await api.use(SigningKeys).rotateDue()).toBe(true);
  };

  it.each([
    ['command', rotateByCommand],
    ['schedule', rotateBySchedule],
  ])('refuses no live token in either process, by %s', async (_by, rotate) => {
    const first = await mint(urls[0], 0);
    const used = useUntilBothSignWith((kid) => kid !== kidOf(first));
    await rotate();
    const tokens = [first, ...(await used)];
    expect(new Set(tokens.map(kidOf)).size).toBe(2);
    const statuses = await Promise.all(tokens.flatMap((token) => urls.map((url) => statusOf(url, token))));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { keys } = (await api.get('/.well-known/jwks.json')).body as unknown as { keys: { kid: string }[] };
    expect(keys.map(({ kid }) => kid)).toEqual(expect.arrayContaining(tokens.map(kidOf)));
  });
});
