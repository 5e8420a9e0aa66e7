import type { Log } from '@trunkline/platform';
import {
  type ReleasedNumber,
  SupplierFailure,
  type SupplierOrder,
  type SupplierOrderRequest,
} from '../../../application/supply/supplier';
import { SupplierHttpError } from '../http/supplier-errors';
import type { SupplierCalls } from '../http/supplier-http';
import { type DidwwCatalog, nullWhenMissing } from './didww-catalog';
import { isRefusal } from './didww-errors';
import { type DidwwReservations, isFree } from './didww-reservations';
import { type DidwwVoiceIn, VOICE_IN_INCLUDES } from './didww-voice-in';
import { pageOf, type Resource, resourceOf, UnreadableResponse } from './json-api';

const NUMBER_UNAVAILABLE: SupplierOrder = failed('number_unavailable', 'The number is no longer available.');
const REJECTED: SupplierOrder = failed('supplier_error', 'The supplier rejected the order.');
const CANCELED: SupplierOrder = failed('supplier_error', 'The supplier cancelled the order.');

/**
 * Places orders with our order id as `external_reference_id`
 * (doc.didww.com/api3/2026-04-16/inventory-resources/order/create-order.html).
 *
 * DIDWW does not deduplicate references. So an order is looked up before it is placed, and concurrent requests of this
 * process for one id share one purchase. Between processes, the caller's lease of the order prevents a second purchase. If
 * there are two orders after all, the older one counts.
 *
 * DIDWW sends the calls of a new number nowhere. So the trunk is assigned as soon as an order is found to be completed, by
 * whichever process finds it; until DIDWW confirms it, the purchase has a `connectionFault`.
 */
export class DidwwOrders {
  private readonly running = new Map<string, Promise<SupplierOrder>>();

  constructor(
    private readonly catalog: DidwwCatalog,
    private readonly reservations: DidwwReservations,
    private readonly voiceIn: DidwwVoiceIn,
    private readonly callbackUrl: URL | null,
    private readonly log: Log,
  ) {}

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
    return order && this.outcomeOf(calls, order);
  }

  /** Returns our id of a DIDWW order; null when it is not ours. */
  async referenceOf(calls: SupplierCalls, didwwOrderId: string): Promise<string | null> {
    const answer = await calls.get(`/orders/${encodeURIComponent(didwwOrderId)}`).catch(nullWhenMissing);
    return answer === null ? null : resourceOf(answer).textOrNull('external_reference_id');
  }

  /** Returns a number. Does nothing for a number that is not ours any more. */
  async returnNumber(calls: SupplierCalls, { orderId, e164, supplierNumberRef }: ReleasedNumber): Promise<void> {
    const id = supplierNumberRef ?? (await didIdOf(calls, orderId, e164));
    if (id === null) return;
    const data = { type: 'dids', id, attributes: { terminated: true } };
    await calls.patch(`/dids/${encodeURIComponent(id)}`, { data }).catch(nullWhenMissing);
  }

  private async buyOnce(calls: SupplierCalls, request: SupplierOrderRequest): Promise<SupplierOrder> {
    const known = await this.find(calls, request.orderId);
    if (known) return known;
    if (!this.voiceIn.isConfigured) return this.refuseUnconnected(request.orderId);
    const item = await this.itemOf(calls, request);
    if (!item) return NUMBER_UNAVAILABLE;
    const order = await this.post(calls, request.orderId, item).catch(returnRejection);
    if (order instanceof SupplierHttpError) return this.rejectionOf(calls, request, order);
    if (item.did_reservation_id !== undefined) await this.releaseReservation(item.did_reservation_id);
    return this.outcomeOf(calls, order);
  }

  /** Outside of production, DIDWW may be enabled without a trunk. Its numbers would receive no calls. */
  private refuseUnconnected(orderId: string): SupplierOrder {
    this.log.warn({ orderId }, 'DIDWW sells nothing without DIDWW_VOICE_IN_TRUNK_ID or DIDWW_VOICE_IN_TRUNK_GROUP_ID');
    return REJECTED;
  }

  private async outcomeOf(calls: SupplierCalls, order: Resource): Promise<SupplierOrder> {
    const status = order.text('status').toLowerCase();
    if (status === 'pending') return { status: 'working' };
    if (status === 'canceled') return CANCELED;
    if (status !== 'completed') throw new UnreadableResponse(`Unknown order status ${status}.`);
    const [did] = await didsOf(calls, order);
    if (!did) throw new UnreadableResponse('A completed order without a number.');
    const usable = !did.flag('awaiting_registration');
    const connectionFault = usable ? await this.connect(calls, did) : null;
    const purchase = { e164: `+${did.text('number')}`, supplierNumberRef: did.id, usable };
    return { status: 'bought', purchase: { ...purchase, ...(connectionFault !== null && { connectionFault }) } };
  }

  /** Returns why the number is not connected; null when it is. */
  private async connect(calls: SupplierCalls, did: Resource): Promise<string | null> {
    try {
      await this.voiceIn.connect(calls, did);
      return null;
    } catch (error) {
      if (!(error instanceof SupplierFailure)) throw error;
      this.log.warn({ didId: did.id, err: error }, 'A number of DIDWW is not connected to the trunk');
      return String(error);
    }
  }

  /** Never rejects, because the number is bought. A reservation that stays in the budget expires. */
  private async releaseReservation(reservationId: string): Promise<void> {
    try {
      await this.reservations.removeBought(reservationId);
    } catch (error) {
      this.log.warn({ reservationId, err: error }, 'The reservation was not released from the budget');
    }
  }

  private async post(calls: SupplierCalls, orderId: string, item: object): Promise<Resource> {
    const callback = this.callbackUrl && { callback_url: this.callbackUrl.href, callback_method: 'post' };
    const items = [{ type: 'did_order_items', attributes: item }];
    // Back-ordering would accept orders of numbers that DIDWW does not have.
    const attributes = { allow_back_ordering: false, external_reference_id: orderId, items, ...callback };
    return resourceOf(await calls.post('/orders', { data: { type: 'orders', attributes } }));
  }

  /** Returns the order item; null when the number is reserved for another account. */
  private async itemOf(calls: SupplierCalls, request: SupplierOrderRequest): Promise<OrderItem | null> {
    const { sku_id: sku, available_did_id: did } = request.supplierRef;
    if (did === undefined) return { sku_id: sku, qty: 1 };
    const held = await this.reservations.find(calls, did);
    if (!held) return { sku_id: sku, available_did_id: did };
    return held.accountId === request.accountId ? { sku_id: sku, did_reservation_id: held.id } : null;
  }

  /** Classifies a rejection by the stock, because DIDWW gives only a text as the reason. */
  private async rejectionOf(
    calls: SupplierCalls,
    { orderId, accountId, supplierRef }: SupplierOrderRequest,
    { status, body }: SupplierHttpError,
  ): Promise<SupplierOrder> {
    this.log.warn({ orderId, status, reasons: reasonsOf(body) }, 'DIDWW rejected an order');
    const { did_group_id: groupId = '', available_did_id: did } = supplierRef;
    if (did === undefined)
      return (await this.catalog.group(calls, groupId))?.isAvailable ? REJECTED : NUMBER_UNAVAILABLE;
    if (await isFree(calls, did)) return REJECTED;
    const held = await this.reservations.find(calls, did);
    return held?.accountId === accountId ? REJECTED : NUMBER_UNAVAILABLE;
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

async function didsOf(calls: SupplierCalls, order: Resource): Promise<readonly Resource[]> {
  return pageOf(await calls.get('/dids', { 'filter[order.id]': order.id, include: VOICE_IN_INCLUDES })).items;
}

async function didIdOf(calls: SupplierCalls, orderId: string, e164: string): Promise<string | null> {
  const order = await orderOf(calls, orderId);
  const dids = order ? await didsOf(calls, order) : [];
  return dids.find((did) => `+${did.text('number')}` === e164)?.id ?? null;
}

/** Returns a rejection as a value. Any other error means an unknown outcome. */
function returnRejection(error: unknown): SupplierHttpError {
  if (isRefusal(error)) return error;
  throw error;
}

/** Returns the titles of the JSON:API errors. */
function reasonsOf(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null || !('errors' in body) || !Array.isArray(body.errors)) return [];
  const errors: readonly unknown[] = body.errors;
  return errors.flatMap((error) =>
    typeof error === 'object' && error !== null && 'title' in error ? [String(error.title)] : [],
  );
}
