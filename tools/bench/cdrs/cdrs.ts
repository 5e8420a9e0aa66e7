// Pages of CDRs by every filter and sort, of an account with a million CDRs.
import pg from 'pg';
import { startStack } from '../../tour/stack';
import { accountOf } from '../account';
import { slowestOf } from '../load';
import { type Comparison, underLimit } from '../measure';
import { CDRS, plantCdrs } from './call-history';

const REQUESTS = 120;
const PAGE_MS_MAX = 50;
const RATE_LIMIT_FACTOR = '1000000';
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
    ...[`from=${ago(40)}`, `to=${ago(40)}`, `from=${ago(40)}&to=${ago(39)}`],
    ...[`created_from=${ago(40)}`, `created_to=${ago(40)}`, 'direction=outbound'],
    ...['e164=%2B49300000003', 'e164=%2B49300000990', 'number_id=num_3', 'routing_profile_id=rp_2'],
    ...[
      'sip_trunk_id=trk_3',
      'sip_trunk_id=trk_none',
      'caller=%2B442071*',
      'caller=%2B442071234*',
      'callee=%2B493000001*',
    ],
    ...['country=GB', 'country=AT', 'country=PT', 'country=IS', 'country=JP'],
    ...['hangup_cause=normal_clearing', 'hangup_cause=user_busy', 'hangup_cause=unallocated_number'],
    ...['hangup_cause=number_changed', 'sip_response_code=200', 'sip_response_code=486', 'sip_response_code=410'],
    ...['answered=true', 'answered=false', 'min_billable_s=1200', 'max_billable_s=1', 'min_cost_cents=25'],
    ...['sip_trunk_id=trk_3&hangup_cause=user_busy', 'direction=outbound&hangup_cause=user_busy'],
    ...['country=AT&hangup_cause=user_busy', 'e164=%2B49300000003&country=AT', 'country=AT&min_billable_s=600'],
    ...[`from=${ago(40)}&country=AT`, `from=${ago(40)}&to=${ago(39)}&hangup_cause=user_busy`],
  ];
}

export async function benchCdrs(): Promise<Comparison[]> {
  const stack = await startStack({ ...process.env, RATE_LIMIT_FACTOR });
  const owner = new pg.Client({ connectionString: stack.databaseUrl });
  try {
    await owner.connect();
    const { accountId, apiKey } = accountOf(stack);
    const headers = { authorization: `Bearer ${apiKey}` };
    const url = `${stack.rootUrl}/v1`;
    await plantCdrs(owner, accountId, CDRS);
    return [await benchPages(`${url}/cdrs`, headers)];
  } finally {
    await owner.end();
    await stack.stop();
  }
}

/** Measures every filter in every order, and prints a table of their p99. */
async function benchPages(url: string, headers: Readonly<Record<string, string>>): Promise<Comparison> {
  const all: number[] = [];
  process.stderr.write(`p99 of GET /cdrs in ms, by\n${row(FILTER_TITLE, ORDER_TITLES)}`);
  for (const filter of filters()) {
    const times: number[] = [];
    for (const order of ORDERS) times.push(await slowestOf(`${url}?${order}&${filter}`, headers, REQUESTS));
    process.stderr.write(row(filter || 'none', times.map(Math.round)));
    all.push(...times);
  }
  const beyond = all.filter((p99) => p99 > PAGE_MS_MAX).length;
  process.stderr.write(`GET /cdrs: ${beyond} of ${all.length} pages beyond ${PAGE_MS_MAX} ms\n`);
  return underLimit(`worst p99 of GET /cdrs, ${CDRS} CDRs`, 'ms', PAGE_MS_MAX, Math.max(...all));
}

function row(filter: string, cells: readonly (string | number)[]): string {
  return `${filter.padEnd(FILTER_WIDTH)}${cells.map((cell) => String(cell).padStart(CELL_WIDTH)).join('')}\n`;
}
