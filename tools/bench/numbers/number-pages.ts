import type { Keyset } from '@trunkline/kernel';
import type { lists, NumberFilters, NumberQueries } from '@trunkline/numbering';
import { ask, textAt } from '../../tour/http';

type NumberSort = (typeof lists.NUMBER_SORTS)[number];

/** A page as an API request and as a query of the application. */
export interface NumberPage {
  /** Query string. */
  readonly query: string;
  readonly filters: NumberFilters;
  readonly sort?: NumberSort;
  /** Position among consecutive pages; default: the first. */
  readonly nth?: number;
}

export interface Reached {
  /** Query string with the cursor. */
  readonly query: string;
  readonly after: Keyset | null;
}

export const PAGE_ROWS = 25;
const STRIDE = 100;
const MAY_2024 = Date.UTC(2024, 4, 1) / 1000;

const from = new Date(MAY_2024 * 1000);

/** Every filter, some with rare values, some pairs of filters, and every sort. */
export const PAGES: readonly NumberPage[] = [
  { query: '', filters: {} },
  { query: 'status=suspended', filters: { status: ['suspended'] } },
  { query: 'status=released', filters: { status: ['released'] } },
  { query: 'status=active,released', filters: { status: ['active', 'released'] } },
  { query: 'country=US', filters: { country: ['US'] } },
  { query: 'country=IS', filters: { country: ['IS'] } },
  { query: 'country=NL,IS', filters: { country: ['NL', 'IS'] } },
  { query: 'number_type=inum', filters: { numberType: ['inum'] } },
  { query: 'trunk_id=trk_3', filters: { trunkId: ['trk_3'] } },
  { query: 'routing_profile_id=rp_3', filters: { routingProfileId: ['rp_3'] } },
  { query: 'compliance_bundle_id=cb_3', filters: { complianceBundleId: ['cb_3'] } },
  { query: 'unrouted=true', filters: { unrouted: true } },
  { query: 'past_due=true', filters: { pastDue: true } },
  { query: 'release_scheduled=true', filters: { releaseScheduled: true } },
  { query: 'q=212', filters: { q: '212' } },
  { query: 'q=123456', filters: { q: '123456' } },
  { query: 'capabilities=fax', filters: { capabilities: ['fax'] } },
  { query: `assigned_from=${MAY_2024}`, filters: { assignedFrom: from } },
  { query: `assigned_to=${MAY_2024}`, filters: { assignedTo: from } },
  { query: 'country=US&past_due=true', filters: { country: ['US'], pastDue: true } },
  { query: 'trunk_id=trk_3&number_type=mobile', filters: { trunkId: ['trk_3'], numberType: ['mobile'] } },
  { query: 'sort=e164', filters: {}, sort: 'e164' },
  { query: 'sort=e164&country=GB', filters: { country: ['GB'] }, sort: 'e164' },
  { query: 'sort=next_billing_at', filters: {}, sort: 'next_billing_at' },
];

export interface Asker {
  readonly queries: NumberQueries;
  readonly accountId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Walks to the page before it, through the API and through the application. */
export async function reach(page: NumberPage, { queries, accountId, url, headers }: Asker): Promise<Reached> {
  let after: Keyset | null = null;
  let query = page.query;
  const request = { sort: page.sort ?? ('assigned_at' as const), order: 'desc' as const };
  for (let left = ((page.nth ?? 1) - 1) * PAGE_ROWS; left > 0; left -= STRIDE) {
    const limit = Math.min(left, STRIDE);
    after = (await queries.list(accountId, page.filters, { ...request, limit, after })).next;
    const found = await ask('GET', `${url}?${query}&limit=${limit}`, { headers });
    const cursor = `cursor=${encodeURIComponent(textAt(found.body, 'data.next_cursor'))}`;
    query = page.query ? `${page.query}&${cursor}` : cursor;
  }
  return { query, after };
}
