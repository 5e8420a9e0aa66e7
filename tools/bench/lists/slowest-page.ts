import { slowestOf } from '../measuring/load';
import { type Comparison, underLimit } from '../measuring/measure';

const PAGE_REQUESTS = 120;
const PAGE_MS_MAX = 50;

/** Measures the p99 of every page, and returns that of the slowest one. */
export async function slowestPage(
  url: string,
  headers: Readonly<Record<string, string>>,
  queries: readonly string[],
): Promise<Comparison> {
  const path = new URL(url).pathname;
  let slowest = { query: '', p99: 0 };
  for (const query of queries) {
    const p99 = await slowestOf(`${url}?${query}`, headers, PAGE_REQUESTS);
    if (p99 > slowest.p99) slowest = { query, p99 };
    process.stderr.write(`GET ${path}?${query}: p99 ${p99.toFixed(0)} ms\n`);
  }
  const name = `p99 of GET ${path}, the slowest of ${queries.length} pages: \`${slowest.query}\``;
  return underLimit(name, 'ms', PAGE_MS_MAX, slowest.p99);
}
