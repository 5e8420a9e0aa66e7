import 'reflect-metadata';
import { Credentials } from '@trunkline/identity';
import { NumberQueries } from '@trunkline/numbering';
import { Database } from '@trunkline/platform';
import { ask, listAt, textAt } from '../tour/http';
import type { Stack } from '../tour/stack';
import { accountOf } from './stack/account';
import { application } from './stack/application';
import { type FloorPlan, startFloor } from './floor/floor';
import { copyNumber, createKeys } from './stack/credentials';
import { mixedReader } from './measuring/load';
import { compare, type Comparison } from './measuring/measure';
import { statementsOf } from './measuring/statements';
import { startBenchStack } from './stack/stack';

const ROUNDS = { rounds: 5, seconds: 2, warmUps: 1, target: 0.8 };
const NUMBERS = 2000;
const PREFIX = '/v1/numbers/';

/** Measures `GET /v1/numbers/{e164}` with many API keys beside bare Node http that runs the same statements through `pg`. */
export async function benchHttp(): Promise<Comparison[]> {
  const stack = await startBenchStack();
  try {
    const { apiKey } = accountOf(stack);
    const e164 = await buyNumber(stack.rootUrl, apiKey);
    const senders = await createKeys(stack);
    const numbers = await copyNumber(stack, e164, NUMBERS);
    const floor = await startFloor(stack.databaseUrl, await planOfARead(stack, apiKey, e164));
    try {
      const requests = numbers.flatMap((number, n) => {
        const sender = senders[n % senders.length];
        return sender ? [{ path: `${PREFIX}${number.slice(1)}`, headers: sender.headers }] : [];
      });
      const pair = {
        floor: mixedReader('bare http and pg', `http://127.0.0.1:${floor.port}`, requests),
        ours: mixedReader('Trunkline', stack.rootUrl, requests),
      };
      return [await compare(`GET /v1/numbers/{e164}, ${senders.length} API keys`, pair, ROUNDS)];
    } finally {
      floor.stop();
    }
  } finally {
    await stack.stop();
  }
}

/** Buys a number of the sandbox supplier; returns it in E.164. */
export async function buyNumber(rootUrl: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const found = await ask('GET', `${rootUrl}/v1/catalog/search?country=US&source=live&limit=1`, { headers });
  const body = { select_token: textAt(listAt(found.body, 'data.items')[0], 'select_token') };
  return textAt((await ask('POST', `${rootUrl}/v1/numbers`, { headers, body })).body, 'data.number.e164');
}

/** Records the statements of one request: authentication, then the number. */
async function planOfARead(stack: Stack, key: string, e164: string): Promise<FloorPlan> {
  const app = await application(stack);
  try {
    const db = app.get(Database);
    const asked = { accountId: null, ip: '127.0.0.1' };
    const credentials = app.get(Credentials);
    const numbers = app.get(NumberQueries);
    const accountOf = async () => (await credentials.byApiKey(key, asked))?.principal?.accountId ?? '';
    const accountId = await accountOf();
    const seen = await statementsOf(db, async () => {
      await accountOf();
      await numbers.get(accountId, e164);
    });
    const [authenticate, read] = seen;
    if (!authenticate || !read || seen.length !== 2) throw new Error('The request no longer runs two statements.');
    const texts = { authenticate: authenticate.text, read: read.text };
    return { ...texts, asked: asked.ip, prefix: PREFIX, values: ['account', 'e164'] };
  } finally {
    await app.close();
  }
}
