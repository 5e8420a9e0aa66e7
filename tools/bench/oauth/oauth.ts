import { spawn } from 'node:child_process';
import { type Stack, startStack } from '../../tour/stack';
import { accountOf } from '../account';
import { buyNumber } from '../http';
import { reader } from '../load';
import { compare, type Comparison } from '../measure';
import { BenchApplication } from './authorization';
import { refresher, type RefreshPlan } from './refresher';

/** Both sides rotate for as long before the first round that counts: rates rise for about twenty seconds. */
const ROTATIONS = { rounds: 7, seconds: 4, warmUps: 6, target: 0.8 };
const READS = { rounds: 7, seconds: 4, warmUps: 3, target: 1 };
const CHAINS = 64;
/** Disables rate limits for the load. */
const RATE_LIMIT_FACTOR = '1000000';

/** Measures refresh rotation beside oidc-provider in memory, and requests with an access token beside an API key. */
export async function benchOAuth(): Promise<Comparison[]> {
  const stack = await startStack({ ...process.env, RATE_LIMIT_FACTOR });
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

async function benchToken({ rootUrl }: Stack, application: BenchApplication, apiKey: string): Promise<Comparison> {
  const e164 = await buyNumber(rootUrl, apiKey);
  const { accessToken } = await application.authorize();
  const by = (name: string, secret: string) =>
    reader(name, `${rootUrl}/v1/numbers/${e164.slice(1)}`, { authorization: `Bearer ${secret}` });
  const pair = { floor: by('API key', apiKey), ours: by('access token', accessToken) };
  return compare('GET /v1/numbers/{e164}, access token by API key', pair, READS);
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
