import 'reflect-metadata';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ContextMapModule, persistence } from '@trunkline/composition';
import { Credentials } from '@trunkline/identity';
import { NumberQueries } from '@trunkline/numbering';
import { Database, loadSettings, PlatformModule } from '@trunkline/platform';
import autocannon from 'autocannon';
import { ask, listAt, textAt } from '../tour/http';
import { type Stack, startStack } from '../tour/stack';
import { compare, type Comparison, type Contender } from './measure';
import { type Statement, statementsOf } from './statements';

const CONNECTIONS = 32;
const ROUNDS = { rounds: 5, seconds: 4, target: 0.25 };
/** Out of the way of the load. */
const RATE_LIMIT_FACTOR = '1000000';

/** `GET /v1/numbers/{e164}` with an API key, beside bare Node http that runs the same statements through `pg`. */
export async function benchHttp(): Promise<Comparison[]> {
  const stack = await startStack({ ...process.env, RATE_LIMIT_FACTOR });
  try {
    const { apiKey } = JSON.parse(readFileSync(join(stack.dataDir, 'account.json'), 'utf8')) as { apiKey: string };
    const e164 = await buyNumber(stack.rootUrl, apiKey);
    const floor = await startFloor(stack.databaseUrl, await statementsOfARead(stack, apiKey, e164));
    try {
      const path = `/v1/numbers/${e164.slice(1)}`;
      const pair = {
        floor: contender('bare http and pg', `http://127.0.0.1:${floor.port}${path}`, apiKey),
        ours: contender('Trunkline', `${stack.rootUrl}${path}`, apiKey),
      };
      return [await compare('GET /v1/numbers/{e164}, API key', pair, ROUNDS)];
    } finally {
      floor.stop();
    }
  } finally {
    await stack.stop();
  }
}

async function buyNumber(rootUrl: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const found = await ask('GET', `${rootUrl}/v1/catalog/search?country=US&source=live&limit=1`, { headers });
  const body = { select_token: textAt(listAt(found.body, 'data.items')[0], 'select_token') };
  return textAt((await ask('POST', `${rootUrl}/v1/numbers`, { headers, body })).body, 'data.number.e164');
}

/** What the API runs for one such request: who asks, then the number. */
async function statementsOfARead(stack: Stack, key: string, e164: string): Promise<[Statement, Statement]> {
  const app = await application(stack);
  try {
    const db = app.get(Database);
    const asked = { accountId: null, ip: '127.0.0.1' };
    const [credentials, numbers] = [app.get(Credentials), app.get(NumberQueries)];
    const accountOf = async () => (await credentials.byApiKey(key, asked))?.principal?.accountId ?? '';
    const accountId = await accountOf();
    const seen = await statementsOf(db, async () => {
      await accountOf();
      await numbers.get(accountId, e164);
    });
    const [authenticate, read] = seen;
    if (!authenticate || !read || seen.length !== 2) throw new Error('The request no longer runs two statements.');
    return [authenticate, read];
  } finally {
    await app.close();
  }
}

function application(stack: Stack): Promise<INestApplicationContext> {
  const secrets = JSON.parse(readFileSync(join(stack.dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;
  const settings = loadSettings({ ...secrets, DATABASE_URL: stack.databaseUrl, LOG_LEVEL: 'error' });
  @Module({ imports: [PlatformModule.forRoot(settings, 'bench', persistence), ContextMapModule] })
  class BenchModule {}
  return NestFactory.createApplicationContext(BenchModule, { logger: ['error'] });
}

function contender(name: string, url: string, key: string): Contender {
  return {
    name,
    perSecond: async (seconds) => {
      const headers = { authorization: `Bearer ${key}` };
      const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, headers });
      if (result.non2xx + result.errors > 0) {
        throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed.`);
      }
      return result.requests.total / result.duration;
    },
  };
}

interface Floor {
  readonly port: number;
  readonly stop: () => void;
}

/** The floor in a process of its own, as the API is. */
async function startFloor(databaseUrl: string, [authenticate, read]: [Statement, Statement]): Promise<Floor> {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: databaseUrl,
    AUTHENTICATE: authenticate.text,
    READ: read.text,
  };
  const child = spawn(process.execPath, ['tools/run.mjs', 'bench/floor-server'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(Number(text.toString())));
    child.once('exit', () => reject(new Error('The floor server did not start.')));
  });
  return { port, stop: () => void child.kill('SIGTERM') };
}
