import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiKeys, Credentials } from '@trunkline/identity';
import { Database } from '@trunkline/platform';
import { ask, listAt, textAt } from '../tour/http';
import { type Stack, startStack } from '../tour/stack';
import { application } from './application';
import { type FloorPlan, startFloor } from './floor/floor';
import { reader } from './load';
import { compare, type Comparison } from './measure';
import { benchHealth } from './health';
import { statementsOf } from './statements';

const ROUNDS = { rounds: 5, seconds: 4, target: 0.2 };
/** Disables rate limits for the load. */
const RATE_LIMIT_FACTOR = '1000000';
const PREFIX = '/v1/api-keys/';

interface Account {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
}

/** A credential as sent to the API, and as passed to the floor. */
interface Sender {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secret: string;
}

/** Measures the cost of checking a credential, and the effect of password hashing on other requests. */
export async function benchIdentity(): Promise<Comparison[]> {
  const stack = await startStack({ ...process.env, RATE_LIMIT_FACTOR });
  try {
    const account = JSON.parse(readFileSync(join(stack.dataDir, 'account.json'), 'utf8')) as Account;
    const { apiKey } = account;
    const byKey: Sender = { name: 'API key', headers: { authorization: `Bearer ${apiKey}` }, secret: apiKey };
    const bySession = await signIn(stack.rootUrl, account);
    const keys = await ask('GET', `${stack.rootUrl}/v1/api-keys`, { headers: byKey.headers });
    const keyId = textAt(listAt(keys.body, 'data.items')[0], 'id');
    return [
      await benchReads(stack, bySession, keyId),
      await benchReads(stack, byKey, keyId),
      await benchHealth(stack.rootUrl, account),
    ];
  } finally {
    await stack.stop();
  }
}

async function signIn(rootUrl: string, { email, password }: Account): Promise<Sender> {
  const { cookie } = await ask('POST', `${rootUrl}/v1/auth/login`, { body: { email, password } });
  const secret = /^svc_sid=([^.]+)\./.exec(cookie ?? '')?.[1];
  if (!cookie || !secret) throw new Error('The account of the stack could not sign in.');
  return { name: 'session', headers: { cookie }, secret };
}

/** Measures `GET /v1/api-keys/{id}`: one statement authenticates, one reads a row. */
async function benchReads(stack: Stack, sender: Sender, keyId: string): Promise<Comparison> {
  const floor = await startFloor(stack.databaseUrl, await planOfARead(stack, sender, keyId));
  try {
    const path = `${PREFIX}${keyId}`;
    const bare = { authorization: `Bearer ${sender.secret}` };
    const pair = {
      floor: reader('bare http and pg', `http://127.0.0.1:${floor.port}${path}`, bare),
      ours: reader('Trunkline', `${stack.rootUrl}${path}`, sender.headers),
    };
    return await compare(`GET /v1/api-keys/{id}, ${sender.name}`, pair, ROUNDS);
  } finally {
    floor.stop();
  }
}

async function planOfARead(stack: Stack, { name, secret }: Sender, keyId: string): Promise<FloorPlan> {
  const app = await application(stack);
  try {
    const credentials = app.get(Credentials);
    const keys = app.get(ApiKeys);
    const asked = { accountId: null, ip: '127.0.0.1' };
    const recognize = () =>
      name === 'session' ? credentials.bySession(secret, asked) : credentials.byApiKey(secret, asked);
    // The first request within a minute also updates `last_used_at`.
    const accountId = (await recognize())?.principal?.accountId ?? '';
    const seen = await statementsOf(app.get(Database), async () => {
      await recognize();
      await keys.get(accountId, keyId);
    });
    const [authenticate, read] = seen;
    if (!authenticate || !read || seen.length !== 2) throw new Error('The request no longer runs two statements.');
    const texts = { authenticate: authenticate.text, read: read.text };
    return { ...texts, asked: name === 'session' ? null : asked.ip, prefix: PREFIX, values: ['name', 'account'] };
  } finally {
    await app.close();
  }
}
