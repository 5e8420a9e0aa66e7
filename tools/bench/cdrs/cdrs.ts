// Pages of CDRs by every filter and sort, of an account with a million CDRs.
import pg from 'pg';
import { accountOf } from '../stack/account';
import { slowestOf } from '../measuring/load';
import { type Comparison, underLimit } from '../measuring/measure';
import { CDRS, plantCdrs, WITH_CDRS } from './call-history';
import { startBenchStack, stopAndKeep } from '../stack/stack';

const REQUESTS = 120;
const PAGE_MS_MAX = 50;
const DAY = 86_400;

const SORTS = ['started_at', 'created_at', 'billable_duration_s', 'customer_total_cents'];
const FILTER_TITLE = 'filter, each order ascending and descending';
const ORDER_TITLES = ['start', '', 'creation', '', 'length', '', 'cost', ''];
const FILTER_WIDTH = 56;
const CELL_WIDTH = 9;
const ORDERS = SORTS.flatMap((sort) => ['asc', 'desc'].map((order) => `sort=${sort}&order=${order}`));

/** Every filter with frequent and rare values, and pairs of filters. */
function filters(): string[] {
  const ago = (days: number) => Math.floor(Date.now() / 1000) - days * DAY;
  return [
    '',
    `from=${ago(40)}`,
    `to=${ago(40)}`,
    `from=${ago(40)}&to=${ago(39)}`,
    `created_from=${ago(40)}`,
    `created_to=${ago(40)}`,
    'direction=outbound',
    'e164=%2B49300000003',
    'e164=%2B49300000990',
    'number_id=num_3',
    'routing_profile_id=rp_2',
    'sip_trunk_id=trk_3',
    'sip_trunk_id=trk_none',
    'caller=%2B442071*',
    'caller=%2B442071234*',
    'callee=%2B493000001*',
    'country=GB',
    'country=AT',
    'country=PT',
    'country=IS',
    'country=JP',
    'hangup_cause=normal_clearing',
    'hangup_cause=user_busy',
    'hangup_cause=unallocated_number',
    'hangup_cause=number_changed',
    'sip_response_code=200',
    'sip_response_code=486',
    'sip_response_code=410',
    'answered=true',
    'answered=false',
    'min_billable_s=1200',
    'max_billable_s=1',
    'min_cost_cents=25',
    'sip_trunk_id=trk_3&hangup_cause=user_busy',
    'direction=outbound&hangup_cause=user_busy',
    'country=AT&hangup_cause=user_busy',
    'e164=%2B49300000003&country=AT',
    'country=AT&min_billable_s=600',
    'country=AT&routing_profile_id=rp_2',
    'sip_trunk_id=trk_3&routing_profile_id=rp_2',
    'hangup_cause=user_busy&sip_response_code=480',
    'hangup_cause=no_answer&answered=true',
    `from=${ago(40)}&country=AT`,
    `from=${ago(40)}&to=${ago(39)}&hangup_cause=user_busy`,
  ];
}

export async function benchCdrs(): Promise<Comparison[]> {
  const stack = await startBenchStack();
  try {
    const { accountId, apiKey } = accountOf(stack);
    const owner = new pg.Client({ connectionString: stack.databaseUrl });
    await owner.connect();
    try {
      await plantCdrs(owner, accountId, CDRS);
    } finally {
      await owner.end();
    }
    const worst = await benchPages(`${stack.rootUrl}/v1/cdrs`, { authorization: `Bearer ${apiKey}` });
    await stopAndKeep(stack, WITH_CDRS);
    return [worst];
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

/** Measures every filter in every order, and prints a table of their p99. */
async function benchPages(url: string, headers: Readonly<Record<string, string>>): Promise<Comparison> {
  const all: { readonly page: string; readonly p99: number }[] = [];
  process.stderr.write(`p99 of GET /cdrs in ms, by\n${row(FILTER_TITLE, ORDER_TITLES)}`);
  for (const filter of filters()) {
    const pages: typeof all = [];
    for (const order of ORDERS) {
      const page = `${order}&${filter}`;
      pages.push({ page, p99: await slowestOf(`${url}?${page}`, headers, REQUESTS) });
    }
    process.stderr.write(
      row(
        filter || 'none',
        pages.map(({ p99 }) => Math.round(p99)),
      ),
    );
    all.push(...pages);
  }
  const kept = all.filter(({ p99 }) => p99 <= PAGE_MS_MAX).length;
  const [worst = { page: 'none', p99: NaN }] = [...all].sort((a, b) => b.p99 - a.p99);
  const name = `p99 of GET /cdrs, ${CDRS} CDRs, the worst of ${all.length} pages, of which ${kept} keep it: \`${worst.page}\``;
  process.stderr.write(`${name}\n`);
  return underLimit(name, 'ms', PAGE_MS_MAX, worst.p99);
}

function row(filter: string, cells: readonly (string | number)[]): string {
  return `${filter.padEnd(FILTER_WIDTH)}${cells.map((cell) => String(cell).padStart(CELL_WIDTH)).join('')}\n`;
}
