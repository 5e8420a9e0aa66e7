import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { buildAll } from '../build.mjs';
import { ask, listAt, textAt } from '../tour/http';
import { startStack } from '../tour/stack';
import { compare, type Comparison, type Contender } from './measure';

const CONNECTIONS = 32;
const ROUNDS = { rounds: 5, seconds: 4, target: 0.25 };

/** `GET /v1/numbers/{e164}` with an API key, beside bare Node http that runs the same two statements through `pg`. */
export async function benchHttp(): Promise<Comparison[]> {
  const stack = await startStack({ ...process.env, RATE_LIMIT_FACTOR: '1000000' });
  try {
    const { api_key: key } = JSON.parse(readFileSync(join(stack.dataDir, 'account.json'), 'utf8')) as {
      api_key: string;
    };
    const e164 = await buyNumber(stack.rootUrl, key);
    const floor = await startFloor(stack.databaseUrl);
    try {
      const path = `/v1/numbers/${e164.slice(1)}`;
      const pair = {
        floor: contender('bare http and pg', `http://127.0.0.1:${floor.port}${path}`, key),
        ours: contender('Trunkline', `${stack.rootUrl}${path}`, key),
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

function contender(name: string, url: string, key: string): Contender {
  return {
    name,
    perSecond: async (seconds) => {
      const headers = { authorization: `Bearer ${key}` };
      const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, headers });
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed.`);
      return result.requests.total / result.duration;
    },
  };
}

/** The floor in a process of its own, as the API is. */
async function startFloor(databaseUrl: string): Promise<{ readonly port: number; readonly stop: () => void }> {
  await buildAll(['tools/bench/floor-server']);
  const child = spawn(process.execPath, ['dist/tools/bench/floor-server.js'], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(Number(text.toString())));
    child.once('exit', () => reject(new Error('The floor server did not start.')));
  });
  return { port, stop: () => void child.kill('SIGTERM') };
}
