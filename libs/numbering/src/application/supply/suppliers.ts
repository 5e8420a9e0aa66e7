import { NumberingErrors } from '../../domain/errors';
import type { NumberSupplier } from './supplier';

/** Maximum time that a query of several suppliers waits for the slowest one. */
const TIMEOUT_MS = 4000;

/** The enabled suppliers, by name and in order of preference. */
export class Suppliers {
  private readonly byName: ReadonlyMap<string, NumberSupplier>;

  constructor(
    readonly all: readonly NumberSupplier[],
    private readonly timeoutMs: number = TIMEOUT_MS,
  ) {
    this.byName = new Map(all.map((supplier) => [supplier.name, supplier]));
    if (this.byName.size !== all.length) throw new Error('Two suppliers share a name.');
  }

  /** Throws `supplier_unavailable` for a supplier that is no longer enabled. */
  get(name: string): NumberSupplier {
    const supplier = this.byName.get(name);
    if (!supplier)
      throw NumberingErrors.supplier_unavailable({ message: 'The supplier of this number is unavailable.' });
    return supplier;
  }

  find(name: string): NumberSupplier | null {
    return this.byName.get(name) ?? null;
  }

  /**
   * Queries all suppliers concurrently. Returns the results in their order. A supplier that exceeds the timeout counts as
   * unavailable. The timeout does not apply to a single supplier, whose own timeout is ten seconds.
   */
  queryAll<T>(query: (supplier: NumberSupplier) => Promise<T>): Promise<PromiseSettledResult<T>[]> {
    const run = async (supplier: NumberSupplier) => query(supplier);
    const results = this.all.map((supplier) =>
      this.all.length === 1 ? run(supplier) : this.withTimeout(supplier.name, run(supplier)),
    );
    return Promise.allSettled(results);
  }

  private async withTimeout<T>(name: string, result: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new Error(`${name} did not respond within ${this.timeoutMs} ms.`)),
        this.timeoutMs,
      );
    });
    try {
      return await Promise.race([result, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}
