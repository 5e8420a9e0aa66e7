import { timesOf } from '../measuring/load';
import { type Comparison, percentile, underLimit } from '../measuring/measure';
import type { Scaled } from './scaled';

const REQUESTS = 100;
const WARM_UPS = 10;
const DAY = 86_400;

const ago = (days: number) => Math.floor(Date.now() / 1000) - days * DAY;

const SUMMARIES = [
  { name: 'by day for a month', days: 30, query: 'group_by=day', msMax: 50 },
  { name: 'by number for a year', days: 365, query: 'group_by=number&limit=1000', msMax: 500 },
];

/** Measures the p99 of summaries of the account's calls. */
export async function timeSummaries({ stack, headers }: Scaled): Promise<Comparison[]> {
  const results: Comparison[] = [];
  for (const { name, days, query, msMax } of SUMMARIES) {
    const url = `${stack.rootUrl}/v1/cdrs/summary?${query}&from=${String(ago(days))}`;
    await timesOf(url, headers, WARM_UPS);
    const p99 = percentile(await timesOf(url, headers, REQUESTS), 0.99);
    process.stderr.write(`GET /v1/cdrs/summary ${name}: p99 ${p99.toFixed(0)} ms\n`);
    results.push(underLimit(`p99 of GET /v1/cdrs/summary ${name}`, 'ms', msMax, p99));
  }
  return results;
}
