import type { Log } from '@trunkline/platform';
import type { ReleasedNumber, SupplierOrder, SupplierOrderRequest } from '../../../application/supply/supplier';
import { SupplierHttpError } from '../http/supplier-errors';
import type { SupplierCalls } from '../http/supplier-http';
import { type DidwwCatalog, nullWhenMissing } from './didww-catalog';
import { isRefusal } from './didww-errors';
import { type DidwwReservations, isFree } from './didww-reservations';
import { pageOf, type Resource, resourceOf, UnreadableAnswer } from './json-api';

const GONE: SupplierOrder = failed('number_unavailable', 'That number is no longer available.');
const REFUSED: SupplierOrder = failed('supplier_error', 'The supplier refused the order.');
const CANCELED: SupplierOrder = failed('supplier_error', 'The supplier cancelled the order.');

export interface DidwwOrderParts {
  readonly catalog: DidwwCatalog;
  readonly reservations: DidwwReservations;
  readonly callbackUrl: URL | null;
  readonly log: Log;
}

/**
 * Purchases, found again by `external_reference_id`, which is our order id
 * (doc.didww.com/api3/2026-04-16/inventory-resources/order/create-order.html).
 *
 * DIDWW itself buys twice for the same reference. So an order is looked up before it is bought, and requests for one
 * order id within this process share one purchase. Between processes nothing here keeps two of them from buying at
 * the same time: there the caller's claim on the order does (the lease of whoever is at work on it), and a repeat
 * after the lease finds what the first one bought. Were there two all the same, everybody sees the older one.
 */
export class DidwwOrders {
  private readonly running = new Map<string, Promise<SupplierOrder>>();

  constructor(private readonly parts: DidwwOrderParts) {}

  place(calls: SupplierCalls, request: SupplierOrderRequest): Promise<SupplierOrder> {
    const { orderId } = request;
    const running = this.running.get(orderId);
    if (running) return running;
    const placing = this.buyOnce(calls, request).finally(() => this.running.delete(orderId));
    this.running.set(orderId, placing);
    return placing;
  }

  async find(calls: SupplierCalls, orderId: string): Promise<SupplierOrder | null> {
    const order = await orderOf(calls, orderId);
    return order && outcomeOf(calls, order);
  }

  /** Our order id of an order of DIDWW; null for one that is not ours. */
  async referenceOf(calls: SupplierCalls, didwwOrderId: string): Promise<string | null> {
    const answer = await calls.get(`/orders/${encodeURIComponent(didwwOrderId)}`).catch(nullWhenMissing);
    return answer === null ? null : resourceOf(answer).textOrNull('external_reference_id');
  }

  /** A number that its order did not bring, or that DIDWW has taken back, is left alone. */
  async giveBack(calls: SupplierCalls, { orderId, e164, supplierNumberRef }: ReleasedNumber): Promise<void> {
    const id = supplierNumberRef ?? (await didIdOf(calls, orderId, e164));
    if (id === null) return;
    const data = { type: 'dids', id, attributes: { terminated: true } };
    await calls.patch(`/dids/${encodeURIComponent(id)}`, { data }).catch(nullWhenMissing);
  }

  private async buyOnce(calls: SupplierCalls, request: SupplierOrderRequest): Promise<SupplierOrder> {
    const known = await this.find(calls, request.orderId);
    if (known) return known;
    const item = await this.itemOf(calls, request);
    if (!item) return GONE;
    const order = await this.post(calls, request.orderId, item).catch(refusalOnly);
    if (order instanceof SupplierHttpError) return this.refusalOf(calls, request, order);
    if (item.did_reservation_id !== undefined) await this.freePlace(item.did_reservation_id);
    return outcomeOf(calls, order);
  }

  /** The number is bought whatever happens here: a place that could not be freed is free when the reservation would end. */
  private async freePlace(reservationId: string): Promise<void> {
    try {
      await this.parts.reservations.bought(reservationId);
    } catch (error) {
      this.parts.log.warn({ reservationId, err: error }, 'The place of a reservation was not freed');
    }
  }

  private async post(calls: SupplierCalls, orderId: string, item: object): Promise<Resource> {
    const { callbackUrl } = this.parts;
    const callback = callbackUrl && { callback_url: callbackUrl.href, callback_method: 'post' };
    const items = [{ type: 'did_order_items', attributes: item }];
    // Back-ordering would leave the customer waiting for numbers that DIDWW does not have.
    const attributes = { allow_back_ordering: false, external_reference_id: orderId, items, ...callback };
    return resourceOf(await calls.post('/orders', { data: { type: 'orders', attributes } }));
  }

  /** What to buy; null when the number is held for somebody else. */
  private async itemOf(calls: SupplierCalls, request: SupplierOrderRequest): Promise<OrderItem | null> {
    const { sku_id: sku, available_did_id: did } = request.supplierRef;
    if (did === undefined) return { sku_id: sku, qty: 1 };
    const held = await this.parts.reservations.find(calls, did);
    if (!held) return { sku_id: sku, available_did_id: did };
    return held.accountId === request.accountId ? { sku_id: sku, did_reservation_id: held.id } : null;
  }

  /** Nothing is bought. DIDWW's refusals say why in words only, so the stock tells whether the number is gone. */
  private async refusalOf(
    calls: SupplierCalls,
    { orderId, accountId, supplierRef }: SupplierOrderRequest,
    { status, body }: SupplierHttpError,
  ): Promise<SupplierOrder> {
    this.parts.log.warn({ orderId, status, reasons: reasonsOf(body) }, 'DIDWW refused an order');
    const { did_group_id: groupId = '', available_did_id: did } = supplierRef;
    if (did === undefined) return (await this.parts.catalog.group(calls, groupId))?.isAvailable ? REFUSED : GONE;
    if (await isFree(calls, did)) return REFUSED;
    const held = await this.parts.reservations.find(calls, did);
    return held?.accountId === accountId ? REFUSED : GONE;
  }
}

interface OrderItem {
  readonly sku_id: string | undefined;
  readonly qty?: 1;
  readonly available_did_id?: string;
  readonly did_reservation_id?: string;
}

function failed(code: string, message: string): SupplierOrder {
  return { status: 'failed', failure: { code, message } };
}

async function orderOf(calls: SupplierCalls, orderId: string): Promise<Resource | null> {
  const page = pageOf(await calls.get('/orders', { 'filter[external_reference_id]': orderId }));
  const found = page.items.filter((order) => order.textOrNull('external_reference_id') === orderId);
  return found.toSorted((a, b) => (a.text('created_at') < b.text('created_at') ? -1 : 1))[0] ?? null;
}

async function outcomeOf(calls: SupplierCalls, order: Resource): Promise<SupplierOrder> {
  const status = order.text('status').toLowerCase();
  if (status === 'pending') return { status: 'working' };
  if (status === 'canceled') return CANCELED;
  if (status !== 'completed') throw new UnreadableAnswer(`An order that is ${status}.`);
  const [did] = await didsOf(calls, order);
  if (!did) throw new UnreadableAnswer('An order that is completed, without its number.');
  const usable = !did.flag('awaiting_registration');
  return { status: 'bought', purchase: { e164: `+${did.text('number')}`, supplierNumberRef: did.id, usable } };
}

async function didsOf(calls: SupplierCalls, order: Resource): Promise<readonly Resource[]> {
  return pageOf(await calls.get('/dids', { 'filter[order.id]': order.id })).items;
}

async function didIdOf(calls: SupplierCalls, orderId: string, e164: string): Promise<string | null> {
  const order = await orderOf(calls, orderId);
  const dids = order ? await didsOf(calls, order) : [];
  return dids.find((did) => `+${did.text('number')}` === e164)?.id ?? null;
}

/** Nothing was bought: that is an answer too. Any other fault leaves it open. */
function refusalOnly(error: unknown): SupplierHttpError {
  if (isRefusal(error)) return error;
  throw error;
}

/** The titles of JSON:API errors. */
function reasonsOf(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null || !('errors' in body) || !Array.isArray(body.errors)) return [];
  const errors: readonly unknown[] = body.errors;
  return errors.flatMap((error) =>
    typeof error === 'object' && error !== null && 'title' in error ? [String(error.title)] : [],
  );
}
