import { addSeconds } from '@trunkline/kernel';
import { COMMIT_LAZILY, type Database, violatedConstraint } from '@trunkline/platform';
import type { SupplierOrderRequest } from '../../../application/supply/supplier';
import type { Purchase } from '../../../domain/lifecycle/purchase';
import { forSale, LISTED } from './stock-conditions';

export const RESERVATION_SECONDS = 10 * 60;
const NUMBERS = 'numbering.stock_numbers';
const ORDER_INDEX = 'stock_numbers_order_id';
/** An ageing that has ended counts at once, although a job frees the number. */
const forSaleOrAged = (account: string, now: string) =>
  `(${forSale(account, now)} OR (n.state = 'ageing' AND n.available_at <= ${now}))`;

/** $1 number, $2 account, $3 now, $4 end. */
const RESERVE = `UPDATE ${NUMBERS} n SET state = 'reserved', account_id = $2, available_at = $4, updated_at = $3
  WHERE n.e164 = $1 AND ${forSaleOrAged('$2', '$3')} RETURNING n.e164`;
const END = `UPDATE ${NUMBERS} SET state = 'free', account_id = NULL, available_at = NULL, updated_at = $3
  WHERE e164 = $1 AND state = 'reserved' AND order_id IS NULL AND account_id = $2`;

/** $1 order, $2 account, $3 now, $4 whether the documents are approved. Does nothing for an order that has its number. */
const assign = (chosen: string) => `UPDATE ${NUMBERS} n
  SET state = 'reserved', account_id = $2, order_id = $1, available_at = NULL, updated_at = $3,
    is_usable = $4 OR NOT (SELECT l.requires_activation FROM numbering.stock_lots l WHERE l.id = n.lot_id)
  WHERE n.e164 = ${chosen} AND ${forSaleOrAged('$2', '$3')}
    AND NOT EXISTS (SELECT FROM ${NUMBERS} known WHERE known.order_id = $1)
  RETURNING n.e164, n.is_usable AS usable, NULL AS "supplierNumberRef"`;
const ASSIGN = assign('$5');
/** The numbers that the first pages of a search show come last. */
const anyOf = (lot: string, now: string) => `SELECT n.e164 FROM ${NUMBERS} n
  WHERE n.lot_id = ${lot} AND ${LISTED} AND (n.state = 'free' OR n.available_at <= ${now})
  ORDER BY reverse(n.e164) DESC LIMIT 1`;
/** $5 lot. Numbers that other orders take are left to them. */
const ASSIGN_ANY = assign(`(${anyOf('$5', '$3')} FOR UPDATE SKIP LOCKED)`);
/** $1 lot, $2 now. */
const ANY = anyOf('$1', '$2');
const BY_ORDER = `SELECT e164, is_usable AS usable, NULL AS "supplierNumberRef" FROM ${NUMBERS} WHERE order_id = $1`;
/** A number that was never sold is free at once. */
const RETURN = `UPDATE ${NUMBERS} SET state = 'free', account_id = NULL, order_id = NULL, is_usable = NULL,
  available_at = NULL, updated_at = $3 WHERE e164 = $1 AND order_id = $2`;

/** The numbers of the stock on their way to accounts. Each method is one statement, which decides under the lock of the number. */
export class StockReservations {
  constructor(private readonly db: Database) {}

  /** Returns false when the number is not for sale to the account. */
  async reserve(e164: string, accountId: string, now: Date): Promise<boolean> {
    return (await this.db.find(RESERVE, [e164, accountId, now, addSeconds(now, RESERVATION_SECONDS)])) !== null;
  }

  async end(e164: string, accountId: string, now: Date): Promise<void> {
    await this.db.write(END, [e164, accountId, now]);
  }

  /**
   * Assigns a number to an order, which its settlement sells; one number per order, however often it is repeated. Returns null
   * when none is for sale. Commits without waiting for the disk: the settlement checks that the assignment was not lost.
   */
  async assign(request: SupplierOrderRequest, now: Date): Promise<Purchase | null> {
    const { requestE164, supplierRef } = request;
    if (requestE164 !== null) return this.assignBy(ASSIGN, requestE164, request, now);
    const lot = supplierRef['lot'];
    let purchase = await this.assignBy(ASSIGN_ANY, lot, request, now);
    while (purchase === null) {
      // The transactions that lock the last numbers may free them. If an attempt fails, another order has taken its number.
      const left = await this.db.find<{ e164: string }>(ANY, [lot, now]);
      if (left === null) return null;
      purchase = await this.assignBy(ASSIGN, left.e164, request, now);
    }
    return purchase;
  }

  /** Returns null when what was chosen is not for sale. */
  private async assignBy(
    text: string,
    chosen: string | undefined,
    { orderId, accountId, documentsApproved }: SupplierOrderRequest,
    now: Date,
  ): Promise<Purchase | null> {
    const values = [orderId, accountId, now, documentsApproved, chosen];
    try {
      const assigned = await this.db.find<Purchase & { lazily?: string }>(
        `${text}, ${COMMIT_LAZILY} AS lazily`,
        values,
      );
      if (assigned) return purchaseOf(assigned);
    } catch (error) {
      // A concurrent repeat of the order was first.
      if (violatedConstraint(error) !== ORDER_INDEX) throw error;
    }
    return this.find(orderId);
  }

  /** Returns the number that is assigned or sold to an order, or null. */
  async find(orderId: string): Promise<Purchase | null> {
    return this.db.find<Purchase & Record<string, unknown>>(BY_ORDER, [orderId]);
  }

  /** Frees the number of an order that was not settled with it. Does nothing for a number of another order. */
  async return(e164: string, orderId: string, now: Date): Promise<void> {
    await this.db.write(RETURN, [e164, orderId, now]);
  }
}

const purchaseOf = ({ e164, supplierNumberRef, usable }: Purchase): Purchase => ({ e164, supplierNumberRef, usable });
