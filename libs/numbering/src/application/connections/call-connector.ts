/** A number that was bought, as its supplier knows it. */
export interface SuppliedNumber {
  readonly e164: string;
  readonly supplierNumberRef: string | null;
}

/** A number at a supplier, ours or not. */
export interface ListedNumber {
  /** The supplier's own id. */
  readonly ref: string;
  /** Whether the supplier sends its calls to us. */
  readonly isConnected: boolean;
}

export interface ListedNumbers {
  readonly numbers: readonly ListedNumber[];
  /** Number of the next page; null after the last one. */
  readonly next: number | null;
}

/**
 * Directs the calls of numbers at a supplier that sends them nowhere by itself. No method may be called inside a transaction.
 * Each times out after at most ten seconds. A rejection means that the outcome is unknown, or that the supplier refused.
 */
export abstract class CallConnector {
  /** As of the supplier in orders and numbers. */
  abstract readonly name: string;

  /**
   * Makes the supplier send the calls of a number to us, and reads back that it does. Idempotent. Returns false when it did
   * already. Rejects unless the supplier confirms it.
   */
  abstract connect(number: SuppliedNumber): Promise<boolean>;

  /** Reads only. Returns a page of all numbers at the supplier, from page 1. */
  abstract list(page: number): Promise<ListedNumbers>;

  /**
   * Reads only. Returns why the supplier cannot send calls to the destination of the settings: none is set, or the supplier does
   * not know it or has disabled it. Null if it can.
   */
  abstract findFault(): Promise<string | null>;
}

/** The connectors of the enabled suppliers. Other suppliers need none. */
export class CallConnectors {
  constructor(readonly all: readonly CallConnector[]) {}

  find(supplier: string): CallConnector | null {
    return this.all.find(({ name }) => name === supplier) ?? null;
  }
}
