import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { Cdrs } from '@trunkline/cdr';
import { Credentials } from '@trunkline/identity';
import type { Keyset, Page } from '@trunkline/kernel';
import { NumberQueries } from '@trunkline/numbering';
import { Database } from '@trunkline/platform';
import { ask, textAt } from '../../tour/http';
import type { Stack } from '../../tour/stack';
import { type FloorPlan, type FloorRequest, startFloor } from '../floor/floor';
import { authentication } from '../http';
import { reader } from '../measuring/load';
import { compare, type Comparison, percentile, underLimit } from '../measuring/measure';
import { statementsOf } from '../measuring/statements';
import { accountOf } from '../stack/account';
import { inApplication } from '../stack/application';
import { createKeys } from '../stack/credentials';
import { onClient } from '../stack/database';
import { onStack } from '../stack/stack';
import { cdrPages, numberPages } from './pages';
import { plantCdrs, plantCharges } from './planted-calls';
import { plantNumbers } from './planted-numbers';
import { slowestPage } from './slowest-page';

const ROWS = 1_000_000;
const ROUNDS = { rounds: 5, seconds: 2, warmUps: 1, target: 0.9 };
/** Pages that are compared with their floor: the first, and those after it. */
const PAGES = 50;
/** Requests of which each connection draws its own: random pages with random keys. */
const DRAWN = 2000;
const SUMMARY = { requests: 200, warmUps: 40, msMax: 40 };

interface List {
  readonly path: string;
  /** Page size: the default of the endpoint. */
  readonly limit: number;
  /** Reads a page as the endpoint does. */
  readonly read: (page: { readonly limit: number; readonly after: Keyset | null }) => Promise<Page<unknown>>;
}

/** Measures pages beside their floor, the slowest pages, and the dashboard's summary, of an account with much of everything. */
export const benchLists = (): Promise<Comparison[]> =>
  onStack(async (stack) => {
    const { accountId, apiKey } = accountOf(stack);
    await onClient(stack.databaseUrl, async (owner) => {
      await plantNumbers(owner, accountId, ROWS);
      await plantCdrs(owner, accountId, ROWS);
      await plantCharges(owner, accountId, ROWS);
    });
    const headers = { authorization: `Bearer ${apiKey}` };
    return [
      ...(await compareLists(stack)),
      await slowestPage(`${stack.rootUrl}/v1/numbers`, headers, numberPages()),
      await slowestPage(`${stack.rootUrl}/v1/cdrs`, headers, cdrPages()),
      await summary(stack, headers),
    ];
  });

const compareLists = (stack: Stack): Promise<Comparison[]> =>
  inApplication(stack, async (app) => {
    const db = app.get(Database);
    const numbers = app.get(NumberQueries);
    const cdrs = app.get(Cdrs);
    const { accountId, apiKey } = accountOf(stack);
    const keys = await createKeys(stack);
    const authenticate = await authentication(db, app.get(Credentials), apiKey);
    const lists: List[] = [
      {
        path: '/v1/numbers',
        limit: 25,
        read: (page) => numbers.list(accountId, {}, { ...page, sort: 'assigned_at', order: 'desc' }),
      },
      {
        path: '/v1/cdrs',
        limit: 50,
        read: (page) => cdrs.list(accountId, {}, { ...page, sort: 'started_at', order: 'desc' }),
      },
    ];
    const results: Comparison[] = [];
    for (const list of lists) {
      results.push(await compareList(stack, list, { authenticate, requests: await pagesOf(stack, db, list) }, keys));
    }
    return results;
  });

/** Walks through the list, by the API and in the application, and records the statements of each page. */
async function pagesOf(stack: Stack, db: Database, list: List): Promise<FloorPlan['requests']> {
  const headers = { authorization: `Bearer ${accountOf(stack).apiKey}` };
  const pages: Record<string, FloorRequest> = {};
  let path = list.path;
  let after: Keyset | null = null;
  for (let n = 0; n < PAGES; n++) {
    let next: Keyset | null = null;
    const statements = await statementsOf(db, async () => ({ next } = await list.read({ limit: list.limit, after })));
    pages[path] = { statements, rows: list.limit };
    const { body } = await ask('GET', `${stack.rootUrl}${path}`, { headers });
    path = `${list.path}?cursor=${encodeURIComponent(textAt(body, 'data.next_cursor'))}`;
    after = next;
  }
  return pages;
}

async function compareList(
  { databaseUrl, rootUrl }: Stack,
  { path }: List,
  plan: FloorPlan,
  keys: readonly string[],
): Promise<Comparison> {
  const floor = await startFloor(databaseUrl, plan);
  try {
    const paths = Object.keys(plan.requests);
    const drawn = (from: readonly string[]) => from[randomInt(from.length)] ?? '';
    const requests = Array.from({ length: DRAWN }, () => ({
      path: drawn(paths),
      headers: { authorization: `Bearer ${drawn(keys)}` },
    }));
    const pair = {
      floor: reader('bare http and pg', floor.url, requests),
      ours: reader('Trunkline', rootUrl, requests),
    };
    return await compare(`GET ${path}, ${paths.length} pages, ${keys.length} API keys`, pair, ROUNDS);
  } finally {
    floor.stop();
  }
}

/** Measures the p99 of the dashboard's summary. Moves the wallet before each request, so that none is answered from the cache. */
const summary = ({ rootUrl, databaseUrl, dataDir }: Stack, headers: Readonly<Record<string, string>>) =>
  onClient(databaseUrl, async (owner) => {
    const { accountId } = accountOf({ dataDir });
    const times: number[] = [];
    for (let n = 0; n < SUMMARY.warmUps + SUMMARY.requests; n++) {
      await owner.query(`UPDATE billing.wallets SET version = version + 1 WHERE account_id = $1`, [accountId]);
      const begun = performance.now();
      const { status, body } = await ask('GET', `${rootUrl}/v1/dashboard/summary`, { headers });
      if (status !== 200) throw new Error(JSON.stringify(body));
      if (n >= SUMMARY.warmUps) times.push(performance.now() - begun);
    }
    return underLimit('p99 of GET /v1/dashboard/summary, computed anew', 'ms', SUMMARY.msMax, percentile(times, 0.99));
  });
