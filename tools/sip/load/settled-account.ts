import { at, type Json, numberAt, textAt } from '../../tour/http';
import { until } from '../bed/poll';
import type { Customer } from '../trunkline/customer';

/** What the calls of a customer have left behind. */
export interface AccountCalls {
  readonly records: number;
  readonly answered: number;
  readonly chargedCents: number;
}

const PAGE = 200;

/** Reads all CDRs of a customer. */
export async function callsOf(customer: Customer): Promise<AccountCalls> {
  const cdrs: Json[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Json = await customer.get(`/cdrs?limit=${PAGE}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    cdrs.push(...(at(page, 'items') as Json[]));
    const next = at(page, 'next_cursor');
    cursor = typeof next === 'string' ? next : null;
  }
  const ids = new Set(cdrs.map((cdr) => textAt(cdr, 'id')));
  if (ids.size !== cdrs.length) throw new Error('a CDR was listed twice');
  return {
    records: cdrs.length,
    answered: cdrs.filter((cdr) => at(cdr, 'answered_at') !== null).length,
    chargedCents: cdrs.reduce((sum, cdr) => sum + numberAt(cdr, 'customer_total_cents'), 0),
  };
}

/**
 * Waits until a customer has this many CDRs and holds no money. Throws unless the balance has fallen by exactly what the
 * CDRs charge: then each call was charged once.
 */
export async function settledCalls(
  customer: Customer,
  { records, balanceBefore, timeoutMs }: { records: number; balanceBefore: number; timeoutMs: number },
): Promise<AccountCalls> {
  const calls = await until(
    `${records} CDRs`,
    async () => {
      const seen = await callsOf(customer);
      return seen.records >= records && seen;
    },
    timeoutMs,
  );
  await until('the release of the held money', async () => (await customer.heldCents()) === 0, timeoutMs);
  const spent = balanceBefore - (await customer.balanceCents());
  if (spent !== calls.chargedCents)
    throw new Error(`the balance fell by ${spent} cents, the CDRs charge ${calls.chargedCents}`);
  return calls;
}
