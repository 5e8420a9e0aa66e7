import { TestClock } from '@trunkline/kernel/testing';
import type { Database } from '@trunkline/platform';
import { testEventBus } from '@trunkline/platform/testing';
import type { StockTerms, StockNumber } from '../domain/stock';
import { NumberReads } from '../infrastructure/lifecycle/number-queries';
import { OrderReads } from '../infrastructure/orders/order-queries';
import { StockNumberSchema } from '../infrastructure/stock/stock.schema';
import { StockReservations } from '../infrastructure/suppliers/stock/stock-reservations';
import { StockSearch } from '../infrastructure/suppliers/stock/stock-search';
import { StockSupplier } from '../infrastructure/suppliers/stock/stock-supplier';
import { FakeRegulatoryRequirements } from './fake-neighbours';
import { aStockTerms, NO_FILTERS } from './samples';
import { wireNumbering } from './wire-numbering';

/** Numbering on a database, with the stock as its supplier and the outbox. */
export function stockWorld(db: Database, clock = new TestClock()) {
  const regulations = new FakeRegulatoryRequirements();
  const supplier = new StockSupplier(db, new StockSearch(db), new StockReservations(db), regulations, clock);
  const world = wireNumbering(db, { supplier, events: testEventBus(db, clock), clock });
  return {
    ...world,
    clock,
    queries: new NumberReads(db),
    orderQueries: new OrderReads(db),
    add: async (e164s: readonly string[], change: Partial<StockTerms> = {}, carrierId: string | null = null) => {
      const terms = aStockTerms(change);
      await world.stores.stock.add(
        e164s.map((e164) => ({ e164, terms, carrierId })),
        clock.now(),
      );
    },
    stored: (e164: string): Promise<StockNumber> => db.table(StockNumberSchema).get('e164 = $1', [e164]),
    /** Returns the select token of a number, or of any number of its area. */
    tokenOf: async (accountId: string, e164: string, source: 'live' | 'availability' = 'live') => {
      const filters = { ...NO_FILTERS, country: 'DE', source, ...(source === 'live' && { endsWith: e164.slice(-8) }) };
      const page = { accountId, sort: 'e164', limit: 50, after: null, filters } as const;
      return (await world.search.search(page)).items[0]!.selectToken;
    },
    /** Returns the types of the account's events, in order. */
    published: async (accountId: string): Promise<string[]> => {
      const text = `SELECT type FROM platform.outbox WHERE account_id = $1 ORDER BY seq`;
      return (await db.query<{ type: string }>(text, [accountId])).map(({ type }) => type);
    },
  };
}

export type StockWorld = ReturnType<typeof stockWorld>;
