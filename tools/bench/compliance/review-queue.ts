// GET /operator/compliance/bundles with 100,000 bundles, beside bare Node http that runs the same SQL through pg.
import 'reflect-metadata';
import { ReviewBundles } from '@trunkline/compliance';
import type { Keyset } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import pg from 'pg';
import { ask, textAt } from '../../tour/http';
import type { Stack } from '../../tour/stack';
import { application } from '../stack/application';
import { type FloorRead, startReadFloor } from '../floor/floor';
import { reader, slowestOf } from '../measuring/load';
import { compare, type Comparison, underLimit } from '../measuring/measure';
import { statementsOf } from '../measuring/statements';
import { startBenchStack } from '../stack/stack';

const BUNDLES = 100_000;
const ACCOUNTS = 1_000;
const ROWS = 25;
const P99_MS_MAX = 30;
const LATENCY = { rounds: 5, requests: 500 };
const PAGE = { rounds: 5, seconds: 1, target: 0.4 };
const WARM_UP_S = 1;
const PATH = '/operator/compliance/bundles';
/** Pages of 100 rows before the deep page. */
const DEEP = 100;

/** Half of the bundles are submitted; each has three documents. */
const STOCK = [
  `INSERT INTO compliance.end_users (id, account_id, kind, country, sealed, created_at, updated_at)
   SELECT 'eu_bench' || n, 'acc_bench' || n % ${ACCOUNTS}, 'person', 'DE', '', now(), now()
   FROM generate_series(1, ${BUNDLES}) AS n`,
  `INSERT INTO compliance.documents (id, account_id, end_user_id, doc_type, content_type, size_bytes, sealed, storage_key,
     created_at)
   SELECT 'doc_bench' || n, 'acc_bench' || n / 3 % ${ACCOUNTS}, 'eu_bench' || 1 + n / 3, 'other', 'application/pdf', 1, '',
     'bench' || n, now()
   FROM generate_series(0, ${BUNDLES} * 3 - 1) AS n`,
  `INSERT INTO compliance.bundles (id, account_id, name, end_user_id, country, number_type, status, rejection_codes,
     submitted_at, approved_at, rejected_at, created_at, updated_at)
   SELECT 'cb_bench' || n, 'acc_bench' || n % ${ACCOUNTS}, 'Bundle ' || n, 'eu_bench' || n, 'DE', 'geographic',
     (ARRAY['submitted', 'approved', 'submitted', 'rejected'])[1 + n % 4], '{}',
     now() - n * interval '37 seconds', now(), now(), now() - n * interval '41 seconds', now()
   FROM generate_series(1, ${BUNDLES}) AS n`,
  `INSERT INTO compliance.bundle_documents (bundle_id, document_id)
   SELECT 'cb_bench' || 1 + n / 3, 'doc_bench' || n FROM generate_series(0, ${BUNDLES} * 3 - 1) AS n`,
  `ANALYZE compliance.bundles, compliance.bundle_documents`,
];

interface QueuePage {
  readonly name: string;
  readonly path: string;
  readonly read: FloorRead;
}

export async function benchReviewQueue(): Promise<Comparison[]> {
  const stack = await startBenchStack();
  try {
    await stockUp(stack.databaseUrl);
    const pages = await pagesOf(stack);
    const headers = { authorization: `Bearer ${stack.operatorToken}` };
    const results: Comparison[] = [];
    for (const page of pages) results.push(await latency(stack, page, headers));
    return [...results, ...(await beside(stack, pages, headers))];
  } finally {
    await stack.stop();
  }
}

async function stockUp(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const statement of STOCK) await client.query(statement);
  await client.end();
}

/** The first page of the queue, a page behind 10,000 bundles, and the first page of another status. */
async function pagesOf(stack: Stack): Promise<QueuePage[]> {
  const app = await application(stack);
  try {
    const db = app.get(Database);
    const review = app.get(ReviewBundles);
    const statementFor = async (status: 'submitted' | 'approved', after: Keyset | null): Promise<FloorRead> => {
      const page = { limit: ROWS, sort: 'submitted_at', order: 'asc', after } as const;
      const [statement] = await statementsOf(db, () => review.queue([status], page));
      if (!statement) throw new Error('The queue ran no statement.');
      return { statement, rows: ROWS };
    };
    const deep = await walk(stack, review);
    return [
      { name: 'first page', path: PATH, read: await statementFor('submitted', null) },
      {
        name: `page behind ${DEEP * 100}`,
        path: `${PATH}?cursor=${deep.cursor}`,
        read: await statementFor('submitted', deep.after),
      },
      { name: 'approved', path: `${PATH}?status=approved`, read: await statementFor('approved', null) },
    ];
  } finally {
    await app.close();
  }
}

async function walk(stack: Stack, review: ReviewBundles): Promise<{ cursor: string; after: Keyset | null }> {
  const headers = { authorization: `Bearer ${stack.operatorToken}` };
  let cursor = '';
  let after: Keyset | null = null;
  for (let page = 0; page < DEEP; page++) {
    after = (await review.queue(['submitted'], { limit: 100, sort: 'submitted_at', order: 'asc', after })).next;
    const query = cursor ? `&cursor=${cursor}` : '';
    const found = await ask('GET', `${stack.internalUrl}${PATH}?limit=100${query}`, { headers });
    cursor = encodeURIComponent(textAt(found.body, 'data.next_cursor'));
  }
  return { cursor, after };
}

async function latency(
  { internalUrl }: Stack,
  { name, path }: QueuePage,
  headers: Record<string, string>,
): Promise<Comparison> {
  const seen: number[] = [];
  for (let round = 0; round < LATENCY.rounds; round++) {
    seen.push(await slowestOf(`${internalUrl}${path}`, headers, LATENCY.requests));
  }
  return underLimit(`p99 of GET ${PATH}, ${name}`, 'ms', P99_MS_MAX, seen);
}

async function beside(
  stack: Stack,
  pages: readonly QueuePage[],
  headers: Record<string, string>,
): Promise<Comparison[]> {
  const floor = await startReadFloor(
    stack.databaseUrl,
    Object.fromEntries(pages.map(({ path, read }) => [path, read])),
  );
  try {
    const results: Comparison[] = [];
    for (const { name, path } of pages) {
      const contenders = {
        floor: reader('bare http and pg', `http://127.0.0.1:${floor.port}`, {}, [path]),
        ours: reader('Trunkline', stack.internalUrl, headers, [path]),
      };
      for (const each of Object.values(contenders)) await each.perSecond(WARM_UP_S);
      results.push(await compare(`GET ${PATH}, ${name}`, contenders, PAGE));
    }
    return results;
  } finally {
    floor.stop();
  }
}
