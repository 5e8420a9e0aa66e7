import type { NumberType, Page, PageRequest } from '@trunkline/kernel';
import type { StockNumber, StockState, StockTerms } from '../../domain/stock';

/** A number for the stock. */
export interface NewStockNumber {
  readonly e164: string;
  readonly terms: StockTerms;
  readonly carrierId: string | null;
}

export interface StockView
  extends StockTerms,
    Pick<
      StockNumber,
      'e164' | 'carrierId' | 'state' | 'accountId' | 'orderId' | 'availableAt' | 'createdAt' | 'updatedAt'
    > {}

export interface StockFilters {
  readonly state?: readonly StockState[];
  readonly country?: readonly string[];
  readonly numberType?: readonly NumberType[];
  readonly carrierId?: readonly string[];
  /** Three digits or more, anywhere in the number. */
  readonly q?: string;
}

export abstract class StockQueries {
  /** Throws `not_found`. */
  abstract get(e164: string): Promise<StockView>;
  /** In the order of the numbers. */
  abstract list(filters: StockFilters, page: PageRequest): Promise<Page<StockView>>;
}

/** The order to which a number is sold. */
export interface StockSale {
  readonly orderId: string;
  readonly accountId: string;
  readonly isUsable: boolean;
}

/** The stock, as the operator changes it. Every method joins the caller's transaction. */
export abstract class StockRepository {
  /** Adds free numbers. Returns those that were not in stock before. */
  abstract add(numbers: readonly NewStockNumber[], now: Date): Promise<ReadonlySet<string>>;
  /** Locks a number until the transaction ends. */
  abstract lock(e164: string): Promise<StockView | null>;
  /** Stores terms, carrier and state of a locked number that is neither reserved nor sold if the state changes. */
  abstract save(number: StockView, now: Date): Promise<void>;
  /** Deletes a locked number. */
  abstract remove(e164: string): Promise<void>;
  /** Assigns a locked number to an order, whatever its state. `OwnStock.sell` then sells it. */
  abstract assign(e164: string, sale: StockSale, now: Date): Promise<void>;
  /** Frees numbers whose reservation or ageing has ended. Returns how many were freed. */
  abstract freeDue(now: Date, limit: number): Promise<number>;
}

/** The carriers that can bring calls in, from voice routing. */
export abstract class InboundCarriers {
  /** Returns those of the IDs that are carriers. */
  abstract listKnown(carrierIds: readonly string[]): Promise<readonly string[]>;
}
