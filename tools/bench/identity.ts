import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { ApiKeys, Credentials } from '@trunkline/identity';
import { Database } from '@trunkline/platform';
import type { Stack } from '../tour/stack';
import { accountOf } from './stack/account';
import { application } from './stack/application';
import { type FloorPlan, startFloor } from './floor/floor';
import { createKeys, createSessions, type Sender } from './stack/credentials';
import { mixedReader } from './measuring/load';
import { compare, type Comparison } from './measuring/measure';
import { benchHealth } from './health';
import { statementsOf } from './measuring/statements';
import { startBenchStack } from './stack/stack';

const ROUNDS = { rounds: 5, seconds: 2, warmUps: 1, target: 0.8 };
/** Rows that each credential reads. */
const KEYS_READ = 10;
const PREFIX = '/v1/api-keys/';

/** Measures the cost of checking a credential, and the effect of password hashing on other requests. */
export async function benchIdentity(): Promise<Comparison[]> {
  const stack = await startBenchStack();
  try {
    const keys = await createKeys(stack);
    const sessions = await createSessions(stack);
    const keyIds = keys.map(({ keyId }) => keyId);
    return [
      await benchReads(stack, 'session', sessions, keyIds),
      await benchReads(stack, 'API key', keys, keyIds),
      await benchHealth(stack.rootUrl, accountOf(stack)),
    ];
  } finally {
    await stack.stop();
  }
}

/** Measures `GET /v1/api-keys/{id}` by many credentials: one statement authenticates, one reads a row. */
async function benchReads(
  stack: Stack,
  credential: 'session' | 'API key',
  senders: readonly Sender[],
  keyIds: readonly string[],
): Promise<Comparison> {
  const [first] = senders;
  if (!first) throw new Error('There is no credential.');
  const plan = await planOfARead(stack, credential, first.secret, keyIds[0] ?? '');
  const floor = await startFloor(stack.databaseUrl, plan);
  try {
    // Each credential reads the keys of others.
    const drawn = senders.flatMap((sender) =>
      Array.from({ length: KEYS_READ }, () => ({
        sender,
        path: `${PREFIX}${keyIds[randomInt(keyIds.length)] ?? ''}`,
      })),
    );
    const bare = drawn.map(({ sender, path }) => ({ path, headers: { authorization: `Bearer ${sender.secret}` } }));
    const pair = {
      floor: mixedReader('bare http and pg', `http://127.0.0.1:${floor.port}`, bare),
      ours: mixedReader(
        'Trunkline',
        stack.rootUrl,
        drawn.map(({ sender, path }) => ({ path, headers: sender.headers })),
      ),
    };
    return await compare(`GET /v1/api-keys/{id}, ${senders.length} × ${credential}`, pair, ROUNDS);
  } finally {
    floor.stop();
  }
}

async function planOfARead(
  stack: Stack,
  credential: 'session' | 'API key',
  secret: string,
  keyId: string,
): Promise<FloorPlan> {
  const app = await application(stack);
  try {
    const credentials = app.get(Credentials);
    const keys = app.get(ApiKeys);
    const asked = { accountId: null, ip: '127.0.0.1' };
    const recognize = () =>
      credential === 'session' ? credentials.bySession(secret, asked) : credentials.byApiKey(secret, asked);
    // The first request within a minute also updates `last_used_at`.
    const accountId = (await recognize())?.principal?.accountId ?? '';
    const seen = await statementsOf(app.get(Database), async () => {
      await recognize();
      await keys.get(accountId, keyId);
    });
    const [authenticate, read] = seen;
    if (!authenticate || !read || seen.length !== 2) throw new Error('The request no longer runs two statements.');
    const texts = { authenticate: authenticate.text, read: read.text };
    return { ...texts, asked: credential === 'session' ? null : asked.ip, prefix: PREFIX, values: ['name', 'account'] };
  } finally {
    await app.close();
  }
}
