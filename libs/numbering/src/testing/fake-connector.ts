import type { CallConnector, ListedNumbers, SuppliedNumber } from '../application/connections/call-connector';

/** A supplier's numbers, and whether their calls arrive. Two to a page. */
export class FakeConnector implements CallConnector {
  /** By the supplier's ref. */
  readonly connected = new Map<string, boolean>();
  /** The calls of `connect` that fail next. */
  failures = 0;
  isUnavailable = false;
  readonly requests: string[] = [];

  constructor(readonly name: string) {}

  async connect({ supplierNumberRef, e164 }: SuppliedNumber): Promise<boolean> {
    this.requests.push(e164);
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('status 500');
    }
    const wasConnected = this.connected.get(supplierNumberRef ?? '') === true;
    this.connected.set(supplierNumberRef ?? '', true);
    return Promise.resolve(!wasConnected);
  }

  async list(page: number): Promise<ListedNumbers> {
    if (this.isUnavailable) throw new Error('connect ECONNREFUSED');
    const all = [...this.connected].map(([ref, isConnected]) => ({ ref, isConnected }));
    return Promise.resolve({
      numbers: all.slice(2 * page - 2, 2 * page),
      next: 2 * page < all.length ? page + 1 : null,
    });
  }

  findFault(): Promise<string | null> {
    return Promise.resolve(null);
  }
}
