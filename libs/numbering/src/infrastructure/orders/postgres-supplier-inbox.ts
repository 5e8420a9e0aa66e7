import type { Database } from '@trunkline/platform';
import type { SupplierCallback } from '../../application/supply/supplier';
import { SupplierInbox, type WaitingSupplierEvent } from '../../application/orders/supplier-inbox';

/** The worker is told at once; the sweeper looks when that came to nothing. */
const FIRST_LOOK = `interval '1 minute'`;
/** Each time twice as long, six hours at most. */
const NEXT_LOOK = `least(interval '1 minute' * 2 ^ least(attempts, 12), interval '6 hours')`;

const ADD = `INSERT INTO numbering.supplier_events
    (supplier, event_id, order_id, supplier_order_id, status, attempts, check_at, received_at, closed_at)
  SELECT $1, $2, $3, $4, CASE WHEN $5 THEN 'received' ELSE 'ignored' END, 0,
    CASE WHEN $5 THEN $6::timestamptz + ${FIRST_LOOK} END, $6, CASE WHEN NOT $5 THEN $6::timestamptz END
  ON CONFLICT (supplier, event_id) DO NOTHING RETURNING event_id`;

const WAITING = `supplier, event_id AS "eventId", order_id AS "orderId", supplier_order_id AS "supplierOrderId",
  received_at AS "receivedAt"`;
const FIND = `SELECT ${WAITING} FROM numbering.supplier_events
  WHERE supplier = $1 AND event_id = $2 AND status = 'received'`;
const CLAIM = `UPDATE numbering.supplier_events SET attempts = attempts + 1, check_at = $2::timestamptz + ${NEXT_LOOK}
  WHERE (supplier, event_id) IN (
    SELECT supplier, event_id FROM numbering.supplier_events
    WHERE check_at <= $2 AND supplier = ANY($1) ORDER BY check_at LIMIT $3 FOR UPDATE SKIP LOCKED)
  RETURNING ${WAITING}`;
const CLOSE = `UPDATE numbering.supplier_events SET status = $3, check_at = NULL, closed_at = $4
  WHERE supplier = $1 AND event_id = $2 AND status = 'received'`;
const PRUNE = `DELETE FROM numbering.supplier_events WHERE closed_at < $1 RETURNING event_id`;

type Row = WaitingSupplierEvent & { readonly [column: string]: unknown };

export class PostgresSupplierInbox extends SupplierInbox {
  constructor(private readonly db: Database) {
    super();
  }

  override async add(supplier: string, event: SupplierCallback, at: Date): Promise<boolean> {
    const { eventId, orderId, supplierOrderId } = event;
    const isAboutOrder = (orderId ?? supplierOrderId) !== null;
    const added = await this.db.query(ADD, [supplier, eventId, orderId, supplierOrderId, isAboutOrder, at]);
    return added.length > 0;
  }

  override findWaiting(supplier: string, eventId: string): Promise<WaitingSupplierEvent | null> {
    return this.db.queryOne<Row>(FIND, [supplier, eventId]);
  }

  override claimDue(suppliers: readonly string[], now: Date, limit: number): Promise<WaitingSupplierEvent[]> {
    return this.db.query<Row>(CLAIM, [suppliers, now, limit]);
  }

  override async close(
    { supplier, eventId }: WaitingSupplierEvent,
    status: 'handled' | 'ignored',
    at: Date,
  ): Promise<void> {
    await this.db.query(CLOSE, [supplier, eventId, status, at]);
  }

  override async prune(before: Date): Promise<number> {
    return (await this.db.query(PRUNE, [before])).length;
  }
}
