// GET /numbers and GET /cdrs: consecutive pages read at random with many API keys, beside bare Node http that runs the same
// statements through pg, authentication included.
import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { Cdrs } from '@trunkline/cdr';
import { noFilters } from '@trunkline/cdr/testing';
import { Credentials } from '@trunkline/identity';
import type { Keyset, Page } from '@trunkline/kernel';
import { NumberQueries } from '@trunkline/numbering';
import { Database } from '@trunkline/platform';
import pg from 'pg';
import { ask, textAt } from '../../tour/http';
import type { Stack } from '../../tour/stack';
import { accountOf } from '../stack/account';
import { application } from '../stack/application';
import { plantCdrs } from '../cdrs/call-history';
import { copyNumber, createKeys, type Sender } from '../stack/credentials';
import { type ListPlan, startListFloor } from '../floor/floor';
import { buyNumber } from '../http';
import { mixedReader } from '../measuring/load';
import { compare, type Comparison } from '../measuring/measure';
import { statementsOf } from '../measuring/statements';
import { startBenchStack } from '../stack/stack';

const ROUNDS = { rounds: 5, seconds: 2, warmUps: 1, target: 0.9 };
const NUMBERS = 2000;
const CDRS = 20_000;
/** Pages that are read: the first, and those after it. */
const PAGES = 50;
/** Requests of which each connection draws its own: random pages with random keys. */
const DRAWN = 2000;

interface List {
  readonly path: string;
  /** Page size: the default of the endpoint. */
  readonly limit: number;
  /** Reads a page as the endpoint does. */
  readonly read: (page: { readonly limit: number; readonly after: Keyset | null }) => Promise<Page<unknown>>;
}

export async function benchLists(): Promise<Comparison[]> {
  const stack = await startBenchStack();
  try {
    await plant(stack);
    const senders = await createKeys(stack);
    const app = await application(stack);
    try {
      const db = app.get(Database);
      const numbers = app.get(NumberQueries);
      const cdrs = app.get(Cdrs);
      const { accountId } = accountOf(stack);
      const authenticate = await authentication(db, app.get(Credentials), senders);
      const lists: List[] = [
        {
          path: '/v1/numbers',
          limit: 25,
          read: (page) => numbers.list(accountId, {}, { ...page, sort: 'assigned_at', order: 'desc' }),
        },
        {
          path: '/v1/cdrs',
          limit: 50,
          read: (page) => cdrs.list(accountId, noFilters, { ...page, sort: 'started_at', order: 'desc' }),
        },
      ];
      const results: Comparison[] = [];
      for (const list of lists) {
        const plan = { authenticate, asked: '127.0.0.1', pages: await pagesOf(stack, db, list) };
        results.push(await benchList(stack, list, plan, senders));
      }
      return results;
    } finally {
      await app.close();
    }
  } finally {
    await stack.stop();
  }
}

async function plant(stack: Stack): Promise<void> {
  const { accountId, apiKey } = accountOf(stack);
  await copyNumber(stack, await buyNumber(stack.rootUrl, apiKey), NUMBERS);
  const owner = new pg.Client({ connectionString: stack.databaseUrl });
  await owner.connect();
  try {
    await plantCdrs(owner, accountId, CDRS);
    await owner.query('VACUUM ANALYZE numbering.phone_numbers');
  } finally {
    await owner.end();
  }
}

/** Returns the statement that authenticates a key. */
async function authentication(db: Database, credentials: Credentials, [sender]: readonly Sender[]): Promise<string> {
  const recognize = () =>
    credentials.byApiKey(sender?.secret ?? '', { accountId: null, ip: '127.0.0.1', isUse: false });
  const [statement] = await statementsOf(db, recognize);
  if (!statement) throw new Error('A key is no longer read by a statement.');
  return statement.text;
}

/** Walks through the list, by the API and in the application, and records the statements of each page. */
async function pagesOf(stack: Stack, db: Database, list: List): Promise<ListPlan['pages']> {
  const headers = { authorization: `Bearer ${accountOf(stack).apiKey}` };
  const pages: Record<string, ListPlan['pages'][string]> = {};
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

async function benchList(
  stack: Stack,
  { path }: List,
  plan: ListPlan,
  senders: readonly Sender[],
): Promise<Comparison> {
  const floor = await startListFloor(stack.databaseUrl, plan);
  try {
    const paths = Object.keys(plan.pages);
    const drawn = <T>(from: readonly T[]) => from[randomInt(from.length)] as T;
    const requests = Array.from({ length: DRAWN }, () => ({ path: drawn(paths), headers: drawn(senders).headers }));
    const pair = {
      floor: mixedReader('bare http and pg', `http://127.0.0.1:${floor.port}`, requests),
      ours: mixedReader('Trunkline', stack.rootUrl, requests),
    };
    return await compare(`GET ${path}, ${paths.length} pages, ${senders.length} API keys`, pair, ROUNDS);
  } finally {
    floor.stop();
  }
}
