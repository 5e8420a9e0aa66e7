import { type Database, FIRST_INBOX_CHECK, NEXT_INBOX_CHECK } from '@trunkline/platform';
import type { SupplierCallback } from '../../application/supply/supplier';
import type { PendingSupplierEvent, SupplierInbox } from '../../application/orders/supplier-events';

const ADD = `INSERT INTO numbering.supplier_events
    (supplier, event_id, order_id, supplier_order_id, status, attempts, check_at, received_at, closed_at)
  SELECT $1, $2, $3, $4, CASE WHEN $5 THEN 'received' ELSE 'ignored' END, 0,
    CASE WHEN $5 THEN $6::timestamptz + ${FIRST_INBOX_CHECK} END, $6, CASE WHEN NOT $5 THEN $6::timestamptz END
  ON CONFLICT (supplier, event_id) DO NOTHING RETURNING event_id`;

const COLUMNS = `supplier, event_id AS "eventId", order_id AS "orderId", supplier_order_id AS "supplierOrderId",
  received_at AS "receivedAt"`;
const FIND = `SELECT ${COLUMNS} FROM numbering.supplier_events
  WHERE supplier = $1 AND event_id = $2 AND status = 'received'`;
const CLAIM = `UPDATE numbering.supplier_events SET attempts = attempts + 1, check_at = $2::timestamptz + ${NEXT_INBOX_CHECK}
  WHERE (supplier, event_id) IN (
    SELECT supplier, event_id FROM numbering.supplier_events
    WHERE check_at <= $2 AND supplier = ANY($1) ORDER BY check_at LIMIT $3 FOR UPDATE SKIP LOCKED)
  RETURNING ${COLUMNS}`;
const CLOSE = `UPDATE numbering.supplier_events SET status = $3, check_at = NULL, closed_at = $4
  WHERE supplier = $1 AND event_id = $2 AND status = 'received'`;
const PRUNE = `DELETE FROM numbering.supplier_events WHERE closed_at < $1 RETURNING event_id`;

export class StoredSupplierInbox implements SupplierInbox {
  constructor(private readonly db: Database) {}

  async add(supplier: string, event: SupplierCallback, at: Date): Promise<boolean> {
    const { eventId, orderId, supplierOrderId } = event;
    const isAboutOrder = (orderId ?? supplierOrderId) !== null;
    const added = await this.db.query(ADD, [supplier, eventId, orderId, supplierOrderId, isAboutOrder, at]);
    return added.length > 0;
  }

  findPending(supplier: string, eventId: string): Promise<PendingSupplierEvent | null> {
    return this.db.find<PendingSupplierEvent>(FIND, [supplier, eventId]);
  }

  claimDue(suppliers: readonly string[], now: Date, limit: number): Promise<PendingSupplierEvent[]> {
    return this.db.query<PendingSupplierEvent>(CLAIM, [suppliers, now, limit]);
  }

  async close({ supplier, eventId }: PendingSupplierEvent, status: 'handled' | 'ignored', at: Date): Promise<void> {
    await this.db.query(CLOSE, [supplier, eventId, status, at]);
  }

  async prune(before: Date): Promise<number> {
    return (await this.db.query(PRUNE, [before])).length;
  }
}
