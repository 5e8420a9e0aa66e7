import { addDays, addSeconds } from '@trunkline/kernel';
import { COMMIT_LAZILY, type Database, violatedConstraint } from '@trunkline/platform';

export const RESERVATION_SECONDS = 10 * 60;
/** How long a returned number is not sold. */
const COOL_DOWN_DAYS = 1;

export interface SandboxOrder {
  readonly orderId: string;
  readonly e164: string | null;
  readonly state: 'bought' | 'working' | 'failed';
  readonly isUsable: boolean;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  /** When a working order is decided. */
  readonly decidesAt: Date | null;
}

/** An order whose number is sold to it at once. */
export type BoughtOrder = Pick<SandboxOrder, 'orderId' | 'e164' | 'isUsable'>;

/** Serializes the repeats of an order. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`;
const ORDER = `SELECT order_id AS "orderId", e164, state, is_usable AS "isUsable", error_code AS "errorCode",
  error_message AS "errorMessage", decides_at AS "decidesAt" FROM numbering.sandbox_orders WHERE order_id = $1`;

/** Takes a number unless its order is decided or the number is sold, cooling down, or reserved for another account. */
const TAKE = `INSERT INTO numbering.sandbox_inventory AS i (e164, state, account_id, order_id, until)
  SELECT $1::text, $2::text, $3::text, $4::text, $5::timestamptz
  WHERE NOT EXISTS (SELECT FROM numbering.sandbox_orders WHERE order_id = $4)
  ON CONFLICT (e164) DO UPDATE SET state = $2, account_id = $3, order_id = $4, until = $5
  WHERE i.state <> 'sold' AND (i.until <= $6 OR (i.state = 'held' AND i.account_id = $3))
  RETURNING e164`;
const ADD_ORDER = `INSERT INTO numbering.sandbox_orders
  (order_id, e164, state, is_usable, error_code, error_message, decides_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`;
/** Sells a number to an order, as `TAKE` does: $1 order, $2 number, $3 account, $4 whether the number is usable, $5 now. */
const SELL = `WITH taken AS (
    INSERT INTO numbering.sandbox_inventory AS i (e164, state, account_id, order_id)
    SELECT $2::text, 'sold', $3::text, $1::text
    WHERE NOT EXISTS (SELECT FROM numbering.sandbox_orders WHERE order_id = $1)
    ON CONFLICT (e164) DO UPDATE SET state = excluded.state, account_id = excluded.account_id,
      order_id = excluded.order_id, until = NULL
    WHERE i.state <> 'sold' AND (i.until <= $5::timestamptz OR (i.state = 'held' AND i.account_id = $3))
    RETURNING e164),
  added AS (
    INSERT INTO numbering.sandbox_orders (order_id, e164, state, is_usable)
    SELECT $1::text, e164, 'bought', $4::boolean FROM taken)
  SELECT e164, ${COMMIT_LAZILY} FROM taken`;
/** Of these indexes, the concurrent repeat of an order violates one. */
const ONCE_PER_ORDER = ['sandbox_inventory_order_id', 'sandbox_orders_pkey'];
const TAKEN = `SELECT ARRAY(SELECT e164 FROM numbering.sandbox_inventory WHERE e164 = ANY($1)
  AND (state = 'sold' OR (until > $3 AND (state = 'cooling' OR account_id <> $2)))) AS taken`;
/** $1 area, $2 first index, $3 order. Returns no row for a known order. */
const NEXT_INDEX = `INSERT INTO numbering.sandbox_areas AS a (area, next_index)
  SELECT $1::text, $2::int + 1 WHERE NOT EXISTS (SELECT FROM numbering.sandbox_orders WHERE order_id = $3)
  ON CONFLICT (area) DO UPDATE SET next_index = a.next_index + 1
  RETURNING next_index - 1 AS index, ${COMMIT_LAZILY}`;

/** The state of the sandbox: reserved, sold and returned numbers, and orders. */
export class SandboxRepository {
  constructor(private readonly db: Database) {}

  /** Returns those of the numbers that the account cannot buy now. */
  async taken(e164s: readonly string[], accountId: string, now: Date): Promise<Set<string>> {
    if (e164s.length === 0) return new Set();
    const row = await this.db.find<{ taken: string[] }>(TAKEN, [e164s, accountId, now], 'shared');
    return new Set(row?.taken);
  }

  /** Returns false when the number is not available to the account. */
  async reserve(e164: string, accountId: string, now: Date): Promise<boolean> {
    const values = [e164, 'held', accountId, null, addSeconds(now, RESERVATION_SECONDS), now];
    return (await this.db.find(TAKE, values)) !== null;
  }

  /** Ends a reservation of the account. */
  async endReservation(e164: string, accountId: string): Promise<void> {
    await this.db.query(
      `DELETE FROM numbering.sandbox_inventory WHERE e164 = $1 AND account_id = $2 AND state = 'held'`,
      [e164, accountId],
    );
  }

  find(orderId: string): Promise<SandboxOrder | null> {
    return this.db.find<SandboxOrder>(ORDER, [orderId]);
  }

  /**
   * Decides an order once. Repeats, also concurrent ones, return the first result, as known. `decide` may sell a number
   * before it knows whether the order is known, because a known order buys nothing.
   */
  decide(
    orderId: string,
    decide: () => Promise<SandboxOrder>,
  ): Promise<{ readonly order: SandboxOrder; readonly isKnown: boolean }> {
    return this.db.run(async () => {
      await this.db.write(LOCK, [orderId]);
      const [known, order] = await Promise.all([this.find(orderId), decide()]);
      if (known) return { order: known, isKnown: true };
      await this.add(order);
      return { order, isKnown: false };
    });
  }

  /**
   * Sells the number of a bought order in one statement. Returns false, and changes nothing, when the order is known or the
   * number is not available.
   */
  async sellAtOnce({ orderId, e164, isUsable }: BoughtOrder, accountId: string, now: Date): Promise<boolean> {
    try {
      return (await this.db.find(SELL, [orderId, e164, accountId, isUsable, now])) !== null;
    } catch (error) {
      // A concurrent repeat of the order was first.
      if (ONCE_PER_ORDER.includes(violatedConstraint(error))) return false;
      throw error;
    }
  }

  /**
   * Returns the next index of an area, starting at `first`; null for a known order. Commits at once: a lock of the area until
   * the order is stored would serialize the orders of a checkout. The index of an order that is not stored is never sold.
   */
  async takeIndex(area: string, first: number, orderId: string): Promise<number | null> {
    const row = await this.db.find<{ index: number }>(NEXT_INDEX, [area, first, orderId]);
    return row && row.index;
  }

  /** For use in `decide`. Returns false when the number is not available. */
  async sell(e164: string, accountId: string, orderId: string, now: Date): Promise<boolean> {
    return (await this.db.find(TAKE, [e164, 'sold', accountId, orderId, null, now])) !== null;
  }

  /** Returns the next index to be sold, by area. */
  async soldUntil(country: string): Promise<Map<string, number>> {
    const rows = await this.db.query<{ area: string; next_index: number }>(
      `SELECT area, next_index FROM numbering.sandbox_areas WHERE starts_with(area, $1)`,
      [`${country}/`],
    );
    return new Map(rows.map((row) => [row.area, row.next_index]));
  }

  async returnNumber(e164: string, orderId: string, now: Date): Promise<void> {
    await this.db.query(
      `UPDATE numbering.sandbox_inventory SET state = 'cooling', account_id = NULL, order_id = NULL, until = $3
       WHERE e164 = $1 AND order_id = $2`,
      [e164, orderId, addDays(now, COOL_DOWN_DAYS)],
    );
  }

  private add(order: SandboxOrder): Promise<void> {
    const { orderId, e164, state, isUsable, errorCode, errorMessage, decidesAt } = order;
    return this.db.write(ADD_ORDER, [orderId, e164, state, isUsable, errorCode, errorMessage, decidesAt]);
  }
}
