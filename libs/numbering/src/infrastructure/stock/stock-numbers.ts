import { addDays, type Clock } from '@trunkline/kernel';
import { columnNames, columnsOf, type Database, selectGiven } from '@trunkline/platform';
import type { OwnStock, SoldNumber } from '../../application/ports';
import type { NewStockNumber, StockRepository, StockSale, StockView } from '../../application/stock/ports';
import type { StockLot, StockNumber } from '../../domain/stock';
import { lotOf } from './stock-lots';
import { LOT_TERMS, StockLotSchema, StockNumberSchema } from './stock.schema';

const NUMBERS = 'numbering.stock_numbers';
export const STOCK_COLUMNS = `${columnsOf(
  StockNumberSchema,
  ['e164', 'carrierId', 'state', 'accountId', 'orderId', 'availableAt', 'createdAt', 'updatedAt'],
  'n',
)}, ${columnsOf(StockLotSchema, LOT_TERMS, 'l')}`;
export const OF_LOT = `JOIN numbering.stock_lots l ON l.id = n.lot_id`;
export const STOCK_VIEW = `${STOCK_COLUMNS} FROM ${NUMBERS} n ${OF_LOT}`;

const ADD_LOTS = `INSERT INTO numbering.stock_lots (${columnNames(StockLotSchema)}) ${selectGiven(StockLotSchema)}
  ON CONFLICT (id) DO NOTHING`;
/** In the order of the numbers, so that two requests that add the same ones do not deadlock. */
const ADD_NUMBERS = `INSERT INTO ${NUMBERS} (${columnNames(StockNumberSchema)}) ${selectGiven(StockNumberSchema)}
  ORDER BY e164 ON CONFLICT (e164) DO NOTHING RETURNING e164`;
const LOCK = `SELECT ${STOCK_VIEW} WHERE n.e164 = $1 FOR UPDATE OF n`;
const ASSIGN = `UPDATE ${NUMBERS} SET state = 'reserved', account_id = $2, order_id = $3, is_usable = $4,
  available_at = NULL, updated_at = $5 WHERE e164 = $1`;
/**
 * $1 numbers, $2 orders, $3 accounts, $4 whether usable, $5 now. The supplier has assigned the numbers before, in a commit that
 * a crash of the database server may have lost: then the sale takes them again, unless they were assigned to others since.
 */
const SELL = `UPDATE ${NUMBERS} n SET state = 'sold', account_id = sale.account_id, order_id = sale.order_id,
    is_usable = sale.is_usable, available_at = NULL, updated_at = $5
  FROM unnest($1::text[], $2::text[], $3::text[], $4::boolean[]) AS sale (e164, order_id, account_id, is_usable)
  WHERE n.e164 = sale.e164 AND (n.order_id = sale.order_id
    OR n.state = 'free' OR (n.state = 'reserved' AND n.order_id IS NULL AND n.account_id = sale.account_id))
  RETURNING n.order_id AS "orderId"`;
/** A number that its account ported here has no price of ours, and is not sold again until an operator gives it one. */
const RELEASE = `WITH released AS (
    SELECT n.e164, EXISTS (SELECT FROM numbering.port_numbers p
      WHERE p.e164 = n.e164 AND p.account_id = n.account_id AND p.status = 'ported') AS was_ported
    FROM ${NUMBERS} n WHERE n.e164 = $1 AND n.order_id = $2)
  UPDATE ${NUMBERS} n SET state = CASE WHEN was_ported THEN 'withdrawn' ELSE 'ageing' END, account_id = NULL, order_id = NULL,
    is_usable = NULL, available_at = CASE WHEN NOT was_ported THEN $3::timestamptz END, updated_at = $4
  FROM released WHERE n.e164 = released.e164`;
const LEAVE = `DELETE FROM ${NUMBERS} WHERE e164 = $1 AND order_id = $2`;
const FREE_DUE = `WITH freed AS (
    UPDATE ${NUMBERS} SET state = 'free', account_id = NULL, available_at = NULL, updated_at = $1
    WHERE e164 IN (SELECT e164 FROM ${NUMBERS} WHERE available_at <= $1 ORDER BY available_at LIMIT $2
      FOR UPDATE SKIP LOCKED)
    RETURNING e164)
  SELECT count(*)::int AS count FROM freed`;

export class StoredStock implements StockRepository {
  constructor(private readonly db: Database) {}

  async add(numbers: readonly NewStockNumber[], now: Date): Promise<ReadonlySet<string>> {
    if (numbers.length === 0) return new Set();
    const lots = new Map<object, StockLot>();
    const rows = numbers.map(({ e164, terms, carrierId }) => {
      const lot = lots.get(terms) ?? lotOf(terms);
      lots.set(terms, lot);
      return rowOf(e164, lot, carrierId, now);
    });
    const distinct = new Map([...lots.values()].map((lot) => [lot.id, lot]));
    const sorted = [...distinct.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    await this.db.write(ADD_LOTS, [JSON.stringify(sorted)]);
    const added = await this.db.query<{ e164: string }>(ADD_NUMBERS, [JSON.stringify(rows)]);
    return new Set(added.map(({ e164 }) => e164));
  }

  lock(e164: string): Promise<StockView | null> {
    return this.db.find<StockView>(LOCK, [e164]);
  }

  async save({ e164, carrierId, state, availableAt, ...terms }: StockView, now: Date): Promise<void> {
    const lot = lotOf(terms);
    await this.db.write(ADD_LOTS, [JSON.stringify([lot])]);
    const row = { e164, ...copiedOf(lot), carrierId, state, availableAt, updatedAt: now };
    await this.db.table(StockNumberSchema).save(row as StockNumber);
  }

  async remove(e164: string): Promise<void> {
    await this.db.write(`DELETE FROM ${NUMBERS} WHERE e164 = $1`, [e164]);
  }

  async assign(e164: string, { accountId, orderId, isUsable }: StockSale, now: Date): Promise<void> {
    await this.db.write(ASSIGN, [e164, accountId, orderId, isUsable, now]);
  }

  async freeDue(now: Date, limit: number): Promise<number> {
    return (await this.db.find<{ count: number }>(FREE_DUE, [now, limit]))?.count ?? 0;
  }
}

function rowOf(e164: string, lot: StockLot, carrierId: string | null, now: Date): StockNumber {
  const unsold = { state: 'free', accountId: null, orderId: null, isUsable: null, availableAt: null } as const;
  return { e164, ...copiedOf(lot), carrierId, ...unsold, createdAt: now, updatedAt: now };
}

/** What numbers copy of their lot, for indexes. */
function copiedOf({ id: lotId, country, numberType, monthlyCents }: StockLot) {
  return { lotId, country, numberType, monthlyCents };
}

/** Sells and releases the stock's numbers in the transactions of the orders and numbers. */
export class StoredOwnStock implements OwnStock {
  constructor(
    private readonly db: Database,
    private readonly ageingDays: number,
    private readonly clock: Clock,
  ) {}

  async sell(sold: readonly SoldNumber[]): Promise<ReadonlySet<string>> {
    const rows = await this.db.query<{ orderId: string }>(SELL, [
      sold.map(({ e164 }) => e164),
      sold.map(({ orderId }) => orderId),
      sold.map(({ accountId }) => accountId),
      sold.map(({ isUsable }) => isUsable),
      this.clock.now(),
    ]);
    return new Set(rows.map(({ orderId }) => orderId));
  }

  async release({ e164, orderId }: { readonly e164: string; readonly orderId: string }): Promise<void> {
    const now = this.clock.now();
    await this.db.write(RELEASE, [e164, orderId, addDays(now, this.ageingDays), now]);
  }

  async remove({ e164, orderId }: { readonly e164: string; readonly orderId: string }): Promise<void> {
    await this.db.write(LEAVE, [e164, orderId]);
  }
}
