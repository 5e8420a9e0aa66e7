// The dashboard's summary of an account with a million CDRs and 100,000 numbers: computed anew, and from the cache.
import 'reflect-metadata';
import { Dashboard } from '@trunkline/cdr';
import { Credentials } from '@trunkline/identity';
import { Database } from '@trunkline/platform';
import pg from 'pg';
import { ask } from '../../tour/http';
import type { Stack } from '../../tour/stack';
import { accountOf } from '../stack/account';
import { application } from '../stack/application';
import { createKeys } from '../stack/credentials';
import { startStatementsFloor } from '../floor/floor';
import { mixedReader, reader } from '../measuring/load';
import { compare, type Comparison, median, percentile, underLimit } from '../measuring/measure';
import { type Statement, statementsOf } from '../measuring/statements';
import { CDRS, plantCdrs, plantCharges, plantNumbers, WITH_CDRS } from './call-history';
import { isKept, startBenchStack } from '../stack/stack';

const NUMBERS = CDRS / 10;
const REQUESTS = 200;
const WARM_UPS = 40;
const SUMMARY_MS_MAX = 40;
const WARM = { rounds: 5, seconds: 2, warmUps: 1, target: 0.65 };

/** Measures the p99 of cold summaries, and warm ones beside the same statements without Trunkline. */
export async function benchDashboard(): Promise<Comparison[]> {
  const isPlanted = isKept(WITH_CDRS);
  const stack = await startBenchStack({ name: WITH_CDRS });
  const owner = new pg.Client({ connectionString: stack.databaseUrl });
  try {
    await owner.connect();
    const { accountId } = accountOf(stack);
    if (!isPlanted) await plantCdrs(owner, accountId, CDRS);
    await plantCharges(owner, accountId, CDRS);
    await plantNumbers(owner, accountId, NUMBERS);
    return [await cold(stack, owner), await warm(stack)];
  } finally {
    await owner.end();
    await stack.stop();
  }
}

const PATH = '/v1/dashboard/summary';
const urlOf = ({ rootUrl }: Stack) => `${rootUrl}${PATH}`;
const headersOf = (stack: Stack) => ({ authorization: `Bearer ${accountOf(stack).apiKey}` });

/** Moves the wallet before each request, so that none is answered from the cache. */
async function cold(stack: Stack, owner: pg.Client): Promise<Comparison> {
  const times: number[] = [];
  for (let n = 0; n < WARM_UPS + REQUESTS; n++) {
    await owner.query(`UPDATE billing.wallets SET version = version + 1 WHERE account_id = $1`, [
      accountOf(stack).accountId,
    ]);
    const begun = performance.now();
    const answer = await ask('GET', urlOf(stack), { headers: headersOf(stack) });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    if (n >= WARM_UPS) times.push(performance.now() - begun);
  }
  const p99 = percentile(times, 0.99);
  process.stderr.write(
    `GET /dashboard/summary, cold: median ${median(times).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms\n`,
  );
  return underLimit(`p99 of a cold summary, ${CDRS} CDRs, ${NUMBERS} numbers`, 'ms', SUMMARY_MS_MAX, p99);
}

async function warm(stack: Stack): Promise<Comparison> {
  const requests = (await createKeys(stack)).map(({ headers }) => ({ path: PATH, headers }));
  const floor = await startStatementsFloor(stack.databaseUrl, await statementsOfAWarmSummary(stack));
  try {
    const pair = {
      floor: reader('bare http and pg', `http://127.0.0.1:${floor.port}/`, {}),
      ours: mixedReader('Trunkline', stack.rootUrl, requests),
    };
    return await compare(`GET /dashboard/summary, warm, ${requests.length} API keys`, pair, WARM);
  } finally {
    floor.stop();
  }
}

async function statementsOfAWarmSummary(stack: Stack): Promise<Statement[]> {
  const app = await application(stack);
  try {
    const { accountId, apiKey } = accountOf(stack);
    const dashboard = app.get(Dashboard);
    const credentials = app.get(Credentials);
    const request = async (): Promise<void> => {
      await credentials.byApiKey(apiKey, { accountId: null, ip: '127.0.0.1' });
      await dashboard.summary({ accountId, isFresh: false, isSession: false });
    };
    await request();
    const seen = await statementsOf(app.get(Database), request);
    if (seen.some(({ text }) => text.includes('cdr.call_hours'))) throw new Error('The summary was not cached.');
    return seen;
  } finally {
    await app.close();
  }
}
