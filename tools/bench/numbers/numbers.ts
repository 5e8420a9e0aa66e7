// GET /numbers and GET /numbers/{e164} of an account that has a tenth of a million numbers, beside bare Node http that
// runs the same SQL through pg without authentication; and the slowdown of a page from 10,000 to 1,000,000 numbers.
import 'reflect-metadata';
import { NumberQueries } from '@trunkline/numbering';
import { Database } from '@trunkline/platform';
import type { Stack } from '../../tour/stack';
import { accountOf } from '../stack/account';
import { application } from '../stack/application';
import { type Floor, type ReadPlan, startReadFloor } from '../floor/floor';
import { reader, slowestOf } from '../measuring/load';
import { compare, type Comparison, median } from '../measuring/measure';
import { type NumberPage, PAGE_ROWS, PAGES, reach } from './number-pages';
import { stockUp } from './number-stock';
import { type Statement, statementsOf } from '../measuring/statements';
import { startBenchStack } from '../stack/stack';

const FEW = 10_000;
const MANY = 1_000_000;
const ONE = { rounds: 5, seconds: 2, warmUps: 1, target: 0.3 };
const PAGE = { rounds: 5, seconds: 0.3, warmUps: 1, target: 0.4 };
const GROWTH_MAX = 1.5;
const LATENCY_ROUNDS = 5;
const LATENCY_REQUESTS = 200;
const NUMBERS_READ = 20;
const PATH = '/v1/numbers';
const DEEP: NumberPage = { query: '', filters: {}, nth: 10 };
const DEEPEST: NumberPage = { query: '', filters: {}, nth: 1000 };

interface Bench {
  readonly stack: Stack;
  readonly db: Database;
  readonly queries: NumberQueries;
  readonly accountId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A page with its URL and its statement. */
interface Ready {
  readonly name: string;
  readonly path: string;
  readonly statement: Statement;
}

export async function benchNumbers(): Promise<Comparison[]> {
  const stack = await startBenchStack();
  try {
    const { accountId, apiKey } = accountOf(stack);
    const app = await application(stack);
    const headers = { authorization: `Bearer ${apiKey}` };
    try {
      return await benchOn({ stack, db: app.get(Database), queries: app.get(NumberQueries), accountId, headers });
    } finally {
      await app.close();
    }
  } finally {
    await stack.stop();
  }
}

async function benchOn(bench: Bench): Promise<Comparison[]> {
  const { databaseUrl } = bench.stack;
  await stockUp(databaseUrl, { accountId: bench.accountId, numbers: FEW }, 0);
  const few = await latencies(bench, await readyAll(bench, [...PAGES, DEEP]));
  await stockUp(databaseUrl, { accountId: bench.accountId, numbers: MANY }, FEW);
  const pages = await readyAll(bench, [...PAGES, DEEP, DEEPEST]);
  const many = await latencies(bench, pages);
  return [await one(bench), ...(await beside(bench, pages)), ...growths(few, many)];
}

async function readyAll(bench: Bench, pages: readonly NumberPage[]): Promise<Ready[]> {
  const ready: Ready[] = [];
  for (const page of pages) ready.push(await readyOne(bench, page));
  return ready;
}

async function readyOne({ stack, db, queries, accountId, headers }: Bench, page: NumberPage): Promise<Ready> {
  const { query, after } = await reach(page, { queries, accountId, url: `${stack.rootUrl}${PATH}`, headers });
  const request = { limit: PAGE_ROWS, sort: page.sort ?? ('assigned_at' as const), order: 'desc' as const, after };
  const statement = await statementOf(db, () => queries.list(accountId, page.filters, request));
  const name = page.nth ? `page ${page.nth}` : page.query || 'all';
  return { name, path: query ? `${PATH}?${query}` : PATH, statement };
}

/** Ignores statements of background work. */
async function statementOf(db: Database, read: () => Promise<unknown>): Promise<Statement> {
  const seen = (await statementsOf(db, read)).filter(({ text }) => text.includes('FROM numbering.phone_numbers'));
  const [statement, ...rest] = seen;
  if (!statement || rest.length > 0) throw new Error('A read of numbers is no longer one statement.');
  return statement;
}

async function latencies(bench: Bench, pages: readonly Ready[]): Promise<Map<string, number>> {
  const seen = new Map<string, number[]>();
  for (let round = 1; round <= LATENCY_ROUNDS; round++) {
    for (const { name, path } of pages) {
      const p99 = await slowestOf(`${bench.stack.rootUrl}${path}`, bench.headers, LATENCY_REQUESTS);
      seen.set(name, [...(seen.get(name) ?? []), p99]);
    }
    process.stderr.write(`p99 of ${pages.length} pages ${round}/${LATENCY_ROUNDS}\n`);
  }
  return new Map([...seen].map(([name, values]) => [name, median(values)]));
}

function growths(few: ReadonlyMap<string, number>, many: ReadonlyMap<string, number>): Comparison[] {
  return [...many].map(([name, ours]) => {
    const floor = GROWTH_MAX * (few.get(name) ?? few.get(`page ${DEEP.nth}`) ?? NaN);
    const group = 'worst growth of the p99 of a page';
    return { name, group, unit: 'ms', floor, ours, ratio: floor / ours, target: 1 };
  });
}

/** Requests twenty numbers in turn. */
async function one({ stack, db, queries, accountId, headers }: Bench): Promise<Comparison> {
  const page = { limit: NUMBERS_READ, sort: 'e164' as const, order: 'asc' as const, after: null };
  const { items } = await queries.list(accountId, {}, page);
  const plan: Record<string, ReadPlan[string]> = {};
  for (const { e164 } of items) {
    const statement = await statementOf(db, () => queries.get(accountId, e164));
    plan[`${PATH}/${e164.slice(1)}`] = { statement, rows: null };
  }
  const floor = await startReadFloor(stack.databaseUrl, plan);
  try {
    return await pair({ stack, headers }, floor, `GET ${PATH}/{e164}`, Object.keys(plan));
  } finally {
    floor.stop();
  }
}

/** One floor process for all pages, so that it is as warm as the API. */
async function beside(bench: Bench, pages: readonly Ready[]): Promise<Comparison[]> {
  const plan = Object.fromEntries(pages.map(({ path, statement }) => [path, { statement, rows: PAGE_ROWS }]));
  const floor = await startReadFloor(bench.stack.databaseUrl, plan);
  try {
    const results: Comparison[] = [];
    const group = `worst page of GET ${PATH}`;
    for (const { name, path } of pages) results.push({ ...(await pair(bench, floor, name, [path])), group });
    return results;
  } finally {
    floor.stop();
  }
}

async function pair(
  { stack, headers }: Pick<Bench, 'stack' | 'headers'>,
  { port }: Floor,
  name: string,
  paths: readonly string[],
): Promise<Comparison> {
  const contenders = {
    floor: reader('bare http and pg', `http://127.0.0.1:${port}`, {}, paths),
    ours: reader('Trunkline', stack.rootUrl, headers, paths),
  };
  return compare(name, contenders, paths.length > 1 ? ONE : PAGE);
}
