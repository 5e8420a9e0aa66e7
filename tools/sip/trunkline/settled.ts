import { at, type Json, listAt, numberAt, textAt } from '../../tour/http';
import { until } from '../bed/poll';
import type { Customer } from './customer';

/** What the record of a call must say. */
export interface Expected {
  readonly direction?: 'inbound' | 'outbound';
  /** Final SIP code of the record. */
  readonly code: number;
  readonly cause: string;
  readonly by?: 'caller' | 'callee' | 'system' | null;
  /** Least and greatest seconds between answer and end. An unanswered call has none. */
  readonly seconds?: readonly [least: number, greatest: number];
  /** Result and code of each attempt, in order, such as `failed 503`. */
  readonly attempts: readonly string[];
}

/** A short call that the callee answered and the caller ended. */
export const ANSWERED = {
  code: 200,
  cause: 'normal_clearing',
  by: 'caller',
  seconds: [1, 3],
  attempts: ['answered 200'],
} as const satisfies Expected;

export interface SettledCall {
  readonly cdr: Json;
  /** The record in one line. */
  readonly summary: string;
}

const MICROCENTS = 1_000_000;
const SECONDS = 60;

class Mismatch extends Error {}

function expectEqual(what: string, actual: unknown, expected: unknown, cdr: Json): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new Mismatch(`${what} is ${is}, not ${should}: ${JSON.stringify(cdr)}`);
}

/** Waits for the CDR of a call by its Call-ID. */
export async function cdrOf(customer: Customer, callId: string): Promise<Json> {
  const others = new Set<string>();
  return until(`the CDR of ${callId}`, async () => {
    for (const id of (await customer.list('/cdrs?limit=200')).map((item) => textAt(item, 'id'))) {
      if (others.has(id)) continue;
      const detail = await customer.get(`/cdrs/${id}`);
      if (textAt(detail, 'sip_call_id') === callId) return detail;
      others.add(id);
    }
    return null;
  });
}

/**
 * Waits until a call is settled, and checks everything that it leaves behind: the CDR with its attempts, the charge and
 * its transaction, the two events, and the money that it held, which is released.
 */
export async function settled(customer: Customer, callId: string, expected: Expected): Promise<SettledCall> {
  const cdr = await cdrOf(customer, callId);
  checkRecord(cdr, expected);
  await checkCharge(customer, cdr);
  await checkEvents(customer, cdr);
  await until('the release of the held money', async () => (await customer.heldCents()) === 0);
  return { cdr, summary: summaryOf(cdr) };
}

const attemptsOf = (cdr: Json): string[] =>
  (listAt(cdr, 'attempts') as Json[]).map((each) => `${textAt(each, 'result')} ${String(at(each, 'sip_code'))}`);

function checkRecord(cdr: Json, { direction = 'inbound', code, cause, by, seconds, attempts }: Expected): void {
  expectEqual('the direction', at(cdr, 'direction'), direction, cdr);
  expectEqual('the code', at(cdr, 'sip_response_code'), code, cdr);
  expectEqual('the cause', at(cdr, 'hangup_cause'), cause, cdr);
  if (by !== undefined) expectEqual('who hung up', at(cdr, 'disconnected_by'), by, cdr);
  expectEqual('the list of attempts', attemptsOf(cdr), attempts, cdr);
  expectEqual('whether the call was answered', at(cdr, 'answered_at') !== null, seconds !== undefined, cdr);
  const billable = numberAt(cdr, 'billable_duration_s');
  const [least, greatest] = seconds ?? [0, 0];
  if (billable < least || billable > greatest)
    throw new Mismatch(`the call lasted ${billable} s, not ${least} to ${greatest}: ${JSON.stringify(cdr)}`);
}

/** Returns the price of one leg in micro-cents, as docs/cdrs.md#rating states it. */
function priceOf(rating: unknown, billable: number): number {
  const [first, next] = [numberAt(rating, 'first_s'), numberAt(rating, 'next_s')];
  if (billable === 0) return numberAt(rating, 'connection_fee_cents') * MICROCENTS;
  const billed = billable <= first ? first : first + Math.ceil((billable - first) / next) * next;
  const perMinute = numberAt(rating, 'rate_per_minute_microcents');
  return numberAt(rating, 'connection_fee_cents') * MICROCENTS + (perMinute * billed) / SECONDS;
}

async function checkCharge(customer: Customer, cdr: Json): Promise<void> {
  const charge = numberAt(cdr, 'customer_total_cents');
  const ratings = [at(cdr, 'rating'), at(cdr, 'forward_rating')].filter((rating) => rating !== null);
  const billable = numberAt(cdr, 'billable_duration_s');
  const isAnswered = at(cdr, 'answered_at') !== null;
  const price = ratings.reduce<number>((sum, rating) => sum + priceOf(rating, billable), 0);
  expectEqual('the charge', charge, isAnswered ? Math.ceil(price / MICROCENTS) : 0, cdr);
  const id = at(cdr, 'billing_transaction_id');
  expectEqual('whether there is a transaction', typeof id === 'string', charge > 0, cdr);
  if (typeof id !== 'string') return;
  const transaction = await customer.get(`/billing/transactions/${id}`);
  expectEqual('the amount of the transaction', at(transaction, 'amount_cents'), -charge, cdr);
  expectEqual('what was charged', at(transaction, 'related_id'), at(cdr, 'id'), cdr);
}

/** One `call.completed` of the CDR, and as many `call.started` of its number as calls. */
async function checkEvents(customer: Customer, cdr: Json): Promise<void> {
  const completed = await until('the event call.completed', async () => {
    const events = await customer.list('/events?type=call.completed&limit=200');
    const own = events.filter((event) => at(event, 'data.cdr_id') === at(cdr, 'id'));
    return own.length > 0 && own;
  });
  expectEqual('the number of events call.completed', completed.length, 1, cdr);
  expectEqual(
    'the charge of the event',
    at(completed[0], 'data.customer_total_cents'),
    at(cdr, 'customer_total_cents'),
    cdr,
  );
  const events = await customer.list('/events?type=call.started&limit=200');
  const started = events.filter((event) => at(event, 'data.e164') === at(cdr, 'e164'));
  if (started.length === 0) throw new Mismatch(`there is no event call.started: ${JSON.stringify(cdr)}`);
}

function summaryOf(cdr: Json): string {
  const text = (name: string) => String(at(cdr, name));
  const parties = `${text('direction')} ${text('caller')} to ${text('callee')}`;
  const cents = numberAt(cdr, 'customer_total_cents');
  const outcome = `${text('sip_response_code')} ${text('hangup_cause')}, ${numberAt(cdr, 'billable_duration_s')} s, ${cents} cents`;
  return `${parties}: ${outcome}; attempts: ${attemptsOf(cdr).join(', ') || 'none'}`;
}
