import { spawn } from 'node:child_process';
import type { Stack } from '../../tour/stack';
import { accountOf } from '../stack/account';
import { copyNumber, createKeys } from '../stack/credentials';
import { buyNumber } from '../http';
import { mixedReader } from '../measuring/load';
import { compare, type Comparison } from '../measuring/measure';
import { BenchApplication } from './authorization';
import { refresher, type RefreshPlan } from './refresher';
import { startBenchStack } from '../stack/stack';

/** Both sides rotate for as long before the first round that counts: rates rise for about twenty seconds. */
const ROTATIONS = { rounds: 5, seconds: 2, warmUps: 10, target: 0.8 };
const READS = { rounds: 9, seconds: 2, warmUps: 2, target: 1 };
const NUMBERS = 2000;
const PREFIX = '/v1/numbers/';
const CHAINS = 64;

/** Measures refresh rotation beside oidc-provider in memory, and requests with an access token beside an API key. */
export async function benchOAuth(): Promise<Comparison[]> {
  const stack = await startBenchStack();
  try {
    const account = accountOf(stack);
    const application = await BenchApplication.register(stack, account);
    return [await benchRotation(stack, application), await benchToken(stack, application, account.apiKey)];
  } finally {
    await stack.stop();
  }
}

/** Every rotation of ours is durable: one commit. */
async function benchRotation({ rootUrl }: Stack, application: BenchApplication): Promise<Comparison> {
  const tokens: string[] = [];
  for (let chain = 0; chain < CHAINS; chain++) tokens.push((await application.authorize()).refreshToken);
  const floor = await startFloor();
  try {
    const pair = {
      floor: refresher('oidc-provider in memory', floor.plan),
      ours: refresher('Trunkline', { url: `${rootUrl}/oauth2/token`, client: application.client, tokens }),
    };
    return await compare('POST /oauth2/token, refresh rotation', pair, ROTATIONS);
  } finally {
    floor.stop();
  }
}

/** Compares tokens, each of a grant of its own, with as many API keys. Both read the same random numbers. */
async function benchToken(stack: Stack, application: BenchApplication, apiKey: string): Promise<Comparison> {
  const numbers = await copyNumber(stack, await buyNumber(stack.rootUrl, apiKey), NUMBERS);
  const keys = (await createKeys(stack)).map(({ secret }) => secret);
  const tokens: string[] = [];
  while (tokens.length < keys.length) tokens.push((await application.authorize()).accessToken);
  const by = (name: string, secrets: readonly string[]) => {
    const requests = numbers.map((e164, n) => ({
      path: `${PREFIX}${e164.slice(1)}`,
      headers: { authorization: `Bearer ${secrets[n % secrets.length] ?? ''}` },
    }));
    return mixedReader(name, stack.rootUrl, requests);
  };
  const pair = { floor: by('API key', keys), ours: by('access token', tokens) };
  return compare(`GET /v1/numbers/{e164}, ${tokens.length} access tokens by API keys`, pair, READS);
}

interface OAuthFloor {
  readonly plan: RefreshPlan;
  readonly stop: () => void;
}

/** Starts the floor as a process, as the API is. */
async function startFloor(): Promise<OAuthFloor> {
  const child = spawn(process.execPath, ['tools/run.mjs', 'bench/oauth/oauth-floor-server'], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(text.toString()));
    child.once('exit', () => reject(new Error('The floor server did not start.')));
  });
  const { port, tokens, client } = JSON.parse(line) as Omit<RefreshPlan, 'url'> & { readonly port: number };
  const url = `http://127.0.0.1:${port}/oauth2/token`;
  return { plan: { url, tokens, client }, stop: () => void child.kill('SIGTERM') };
}
