// Measures call records at scale, compared with a stack that has a twentieth of them. Both run at the same time, so that other load on
// the machine affects both.
import 'reflect-metadata';
import { RecordCdrs } from '@trunkline/cdr';
import type { Client } from 'pg';
import type { Stack } from '../../tour/stack';
import { recorder } from '../ingest/ingest';
import { plantCalls } from '../ingest/live-calls';
import { cdrFilters, ORDERS } from '../lists/pages';
import { timesOf } from '../measuring/load';
import { compare, type Comparison, median, percentile, underLimit } from '../measuring/measure';
import { accountOf } from '../stack/account';
import { inApplication } from '../stack/application';
import { analyze, onClient } from '../stack/database';
import { onStack } from '../stack/stack';
import { dropAMonth } from './dropped-month';
import { benchExports } from './exports';
import { plantMonths } from './planted-months';
import type { Scaled } from './scaled';
import { timeSummaries } from './summaries';

const CDRS = Number(process.env['BENCH_CDRS'] ?? 20_000_000);
const FEWER = CDRS / 20;
/** As many as the account has, if it has fewer. */
const EXPORTED = 1_000_000;
const LIST = { requests: 200, warmUps: 20, msMax: 60, growthMax: 1.5 };
const INGEST = { rounds: 7, seconds: 2, warmUps: 2, target: 0.8 };
const FUNDS_CENTS = 1_000_000_000;

const amountOf = (count: number) => count.toLocaleString('en-US');

export const benchCdrScale = (): Promise<Comparison[]> =>
  onStack((small) => onStack(async (large) => measure(await filled(small, FEWER), await filled(large, CDRS))));

async function filled(stack: Stack, count: number): Promise<Scaled> {
  const { accountId, apiKey } = accountOf(stack);
  process.stderr.write(`filling ${amountOf(count)} CDRs\n`);
  await plantMonths(stack.databaseUrl, accountId, count);
  return { stack, accountId, headers: { authorization: `Bearer ${apiKey}` } };
}

async function measure(small: Scaled, large: Scaled): Promise<Comparison[]> {
  return [
    ...(await compareLists(small, large)),
    ...(await timeSummaries(large)),
    await compareIngest(small, large),
    ...(await benchExports(large.stack, EXPORTED)),
    ...(await dropAMonth(large)),
  ];
}

interface PageTimes {
  readonly query: string;
  readonly p99: number;
  readonly small: number;
  readonly large: number;
}

/** Requests the pages of both stacks in turn. */
async function compareLists(small: Scaled, large: Scaled): Promise<Comparison[]> {
  const pages: PageTimes[] = [];
  const queries = [...cdrFilters(), ...ORDERS];
  for (const query of queries) {
    const of = async ({ stack, headers }: Scaled) => {
      const url = `${stack.rootUrl}/v1/cdrs?${query}`;
      await timesOf(url, headers, LIST.warmUps);
      return timesOf(url, headers, LIST.requests);
    };
    const [few, many] = [await of(small), await of(large)];
    const page = { query, p99: percentile(many, 0.99), small: median(few), large: median(many) };
    pages.push(page);
    process.stderr.write(
      `GET /v1/cdrs?${query}: p99 ${page.p99.toFixed(0)} ms, median ${page.large.toFixed(1)} beside ${page.small.toFixed(1)} ms\n`,
    );
  }
  const slowest = pages.reduce((a, b) => (b.p99 > a.p99 ? b : a));
  const growing = pages.reduce((a, b) => (b.large / b.small > a.large / a.small ? b : a));
  const sum = (side: 'small' | 'large') => pages.reduce((total, page) => total + page[side], 0) / pages.length;
  const than = `beside ${String(LIST.growthMax)} times that of ${amountOf(FEWER)} CDRs`;
  return [
    underLimit(
      `p99 of GET /v1/cdrs, the slowest of ${String(queries.length)} pages: \`${slowest.query}\``,
      'ms',
      LIST.msMax,
      slowest.p99,
    ),
    underLimit(
      `median of the page that grows most, ${than}: \`${growing.query}\``,
      'ms',
      growing.small * LIST.growthMax,
      growing.large,
    ),
    underLimit(`mean of the medians of all pages, ${than}`, 'ms', sum('small') * LIST.growthMax, sum('large')),
  ];
}

/** Records calls of the account in both databases in turn. */
const compareIngest = (small: Scaled, large: Scaled): Promise<Comparison> =>
  ingesting(small, (floor) =>
    ingesting(large, (ours) =>
      compare(
        `CDRs in batches, beside ingest at ${amountOf(FEWER)} CDRs`,
        { floor, ours },
        {
          ...INGEST,
          afterWarmUps: async () => {
            for (const { stack } of [small, large]) await analyze(stack.databaseUrl);
          },
        },
      ),
    ),
  );

async function ingesting<T>(
  { stack, accountId }: Scaled,
  work: (contender: ReturnType<typeof recorder>) => Promise<T>,
): Promise<T> {
  return inApplication(stack, (app) =>
    onClient(stack.databaseUrl, async (owner) => {
      await fund(owner, accountId);
      return work(recorder(app.get(RecordCdrs), (count) => plantCalls(owner, [accountId], count)));
    }),
  );
}

const fund = (owner: Client, accountId: string): Promise<unknown> =>
  owner.query(`UPDATE billing.wallets SET balance_cents = $2 WHERE account_id = $1`, [accountId, FUNDS_CENTS]);
