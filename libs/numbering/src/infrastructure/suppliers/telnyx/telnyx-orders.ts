import { createHash } from 'node:crypto';
import {
  type ReleasedNumber,
  SupplierFailure,
  type SupplierOrder,
  type SupplierOrderRequest,
} from '../../../application/supply/supplier';
import { SupplierHttpError } from '../http/supplier-errors';
import type { SupplierCalls } from '../http/supplier-http';
import { numbersOfRow } from './telnyx-catalog-row';
import type { TelnyxConnection } from './telnyx-connection';
import { dataOf, type Fields, fieldsOf, listOf, textOf, textOrNull } from './telnyx-json';

const NUMBER_UNAVAILABLE: SupplierOrder = {
  status: 'failed',
  failure: { code: 'number_unavailable', message: 'The number is no longer available.' },
};
const REJECTED: SupplierOrder = {
  status: 'failed',
  failure: { code: 'supplier_error', message: 'The supplier rejected the order.' },
};
const WORKING: SupplierOrder = { status: 'working' };
/** How many numbers an order of a catalog row chooses from, and how many it tries. */
const CHOICE = 25;
const TRIES = 3;

/**
 * Places orders with our order id as `customer_reference`
 * (developers.telnyx.com/api-reference/phone-number-orders/create-a-number-order). Telnyx does not deduplicate references,
 * so an order is looked up before it is placed, and a process sends one request at a time per id. Two processes that place
 * the same order concurrently choose the same number: the requested one or, for a catalog row, the one that a hash of the
 * id ranks first. Telnyx sells it once, and the other process finds the order. If both have bought after all, the older
 * order counts, and the number of the newer one is returned.
 *
 * An order names the connection to which the calls of its number go. Whether they do is checked, and corrected, whenever an order
 * is found to be complete; until Telnyx confirms it, the purchase has a `connectionFault`.
 */
export class TelnyxOrders {
  private readonly running = new Map<string, Promise<SupplierOrder>>();

  constructor(private readonly connection: TelnyxConnection) {}

  order(calls: SupplierCalls, request: SupplierOrderRequest): Promise<SupplierOrder> {
    const { orderId } = request;
    const running = this.running.get(orderId);
    if (running) return running;
    const order = this.lookUpOrBuy(calls, request).finally(() => this.running.delete(orderId));
    this.running.set(orderId, order);
    return order;
  }

  /** Finds an order (developers.telnyx.com/api-reference/phone-number-orders/list-number-orders). */
  async find(calls: SupplierCalls, orderId: string): Promise<SupplierOrder | null> {
    const [order] = await ordersOf(calls, orderId);
    return order ? this.outcomeOf(calls, order) : null;
  }

  /**
   * Returns a number. Its id at Telnyx identifies one purchase. Without the id, the number must carry our order id, since
   * another order may have bought it by now.
   */
  async release(calls: SupplierCalls, { orderId, e164, supplierNumberRef }: ReleasedNumber): Promise<void> {
    const owned = supplierNumberRef === null ? await ownedNumber(calls, e164) : null;
    const isOurs = owned !== null && owned['customer_reference'] === orderId;
    const id = isOurs ? textOf(owned['id']) : supplierNumberRef;
    if (id !== null) await remove(calls, id);
  }

  private async lookUpOrBuy(calls: SupplierCalls, request: SupplierOrderRequest): Promise<SupplierOrder> {
    const known = await ordersOf(calls, request.orderId);
    if (known[0]) return this.settle(calls, known);
    // Outside of production, Telnyx may be enabled without a connection. Its numbers would receive no calls.
    if (this.connection.id === null) return REJECTED;
    const refusals: SupplierOrder[] = [];
    for (const e164 of await candidatesOf(calls, request)) {
      const refusal = await this.place(calls, request.orderId, e164);
      const placed = await ordersOf(calls, request.orderId);
      if (placed[0]) return this.settle(calls, placed);
      if (refusal === null) return WORKING;
      refusals.push(refusal);
    }
    return refusals.at(-1) ?? NUMBER_UNAVAILABLE;
  }

  /** Returns null when Telnyx has accepted the order. */
  private async place(calls: SupplierCalls, orderId: string, e164: string): Promise<SupplierOrder | null> {
    const { id: connection_id } = this.connection;
    const order = { phone_numbers: [{ phone_number: e164 }], customer_reference: orderId, connection_id };
    try {
      await calls.post('/number_orders', order);
      return null;
    } catch (error) {
      if (error instanceof SupplierHttpError && error.isRefusal) return refusalOf(error);
      throw error;
    }
  }

  private async settle(calls: SupplierCalls, [order, ...surplus]: readonly Fields[]): Promise<SupplierOrder> {
    for (const each of surplus) await returnNumber(calls, each);
    return order ? this.outcomeOf(calls, order) : WORKING;
  }

  /**
   * An order with unmet requirements has a number that waits for documents. Any other order is working until its number is
   * among our numbers.
   */
  private async outcomeOf(calls: SupplierCalls, order: Fields): Promise<SupplierOrder> {
    const [number] = listOf(order['phone_numbers']);
    if (isFailed(order) || !number) return REJECTED;
    const usable = order['status'] === 'success';
    if (!usable && order['requirements_met'] !== false) return WORKING;
    const e164 = textOf(number['phone_number']);
    const owned = await ownedBy(calls, order, e164);
    if (owned === null) return WORKING;
    const connectionFault = usable ? await this.connect(calls, owned) : null;
    const purchase = { e164, supplierNumberRef: textOf(owned['id']), usable };
    return { status: 'bought', purchase: { ...purchase, ...(connectionFault !== null && { connectionFault }) } };
  }

  /** Returns why the number is not connected; null when it is. */
  private async connect(calls: SupplierCalls, owned: Fields): Promise<string | null> {
    try {
      await this.connection.connect(calls, owned);
      return null;
    } catch (error) {
      if (!(error instanceof SupplierFailure)) throw error;
      return String(error);
    }
  }
}

/** Returns the orders of an id: failed ones last, else the oldest first. */
async function ordersOf(calls: SupplierCalls, orderId: string): Promise<readonly Fields[]> {
  const found = listOf(dataOf(await calls.get('/number_orders', { 'filter[customer_reference]': orderId })));
  const age = (order: Fields) => `${Number(isFailed(order))} ${textOf(order['created_at'])} ${textOf(order['id'])}`;
  return found
    .filter((order) => order['customer_reference'] === orderId)
    .toSorted((a, b) => (age(a) < age(b) ? -1 : 1));
}

/** Returns the requested number, or the numbers of the catalog row that rank first for this order. */
async function candidatesOf(calls: SupplierCalls, request: SupplierOrderRequest): Promise<readonly string[]> {
  const { orderId, requestE164, supplierRef } = request;
  if (requestE164 !== null) return [requestE164];
  const rank = (e164: string) => createHash('sha256').update(`${orderId} ${e164}`).digest('hex');
  const numbers = await numbersOfRow(calls, supplierRef, CHOICE);
  return numbers.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, TRIES);
}

/** Returns null when the number is not ours (developers.telnyx.com/api-reference/phone-number-configurations/list-phone-numbers). */
async function ownedNumber(calls: SupplierCalls, e164: string): Promise<Fields | null> {
  const answer = await calls.get('/phone_numbers', { 'filter[phone_number]': e164 });
  const numbers = listOf(dataOf(answer)).filter((number) => number['phone_number'] === e164);
  return numbers.find((number) => number['status'] !== 'deleted') ?? null;
}

/** Returns the number that the order has bought; null when it is not ours, or now belongs to another order. */
async function ownedBy(calls: SupplierCalls, order: Fields, e164: string): Promise<Fields | null> {
  const owned = await ownedNumber(calls, e164);
  const reference = owned?.['customer_reference'] ?? null;
  return reference === null || reference === order['customer_reference'] ? owned : null;
}

async function returnNumber(calls: SupplierCalls, order: Fields): Promise<void> {
  const [number] = listOf(order['phone_numbers']);
  const owned = number && !isFailed(order) ? await ownedBy(calls, order, textOf(number['phone_number'])) : null;
  if (owned !== null) await remove(calls, textOf(owned['id']));
}

/** Deletes a number (developers.telnyx.com/api-reference/phone-number-configurations/delete-a-phone-number). */
async function remove(calls: SupplierCalls, id: string): Promise<void> {
  try {
    await calls.delete(`/phone_numbers/${encodeURIComponent(id)}`);
  } catch (error) {
    if (!(error instanceof SupplierHttpError) || error.status !== 404) throw error;
  }
}

function isFailed(order: Fields): boolean {
  return order['status'] === 'failure';
}

/** The error's pointer shows whether the number was rejected (developers.telnyx.com/development/api-fundamentals/api-errors). */
function refusalOf({ body }: SupplierHttpError): SupplierOrder {
  const errors = body === null ? [] : listOf(fieldsOf(body)['errors'] ?? []);
  const pointers = errors.map((error) => textOrNull(fieldsOf(error['source'] ?? {})['pointer']) ?? '');
  return pointers.some((pointer) => pointer.startsWith('/phone_numbers')) ? NUMBER_UNAVAILABLE : REJECTED;
}
