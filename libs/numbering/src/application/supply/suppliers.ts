import { NumberingErrors } from '../../domain/errors';
import type { NumberSupplier } from './supplier';

/** How long the answers of several suppliers wait for the slowest one. */
const PATIENCE_MS = 4000;

/** The suppliers of this installation, by name and in order of preference. */
export class Suppliers {
  private readonly byName: ReadonlyMap<string, NumberSupplier>;

  constructor(
    readonly all: readonly NumberSupplier[],
    private readonly patienceMs: number = PATIENCE_MS,
  ) {
    this.byName = new Map(all.map((supplier) => [supplier.name, supplier]));
    if (this.byName.size !== all.length) throw new Error('Two suppliers share a name.');
  }

  /** Throws `supplier_unavailable` for one that is no longer configured. */
  get(name: string): NumberSupplier {
    const supplier = this.byName.get(name);
    if (!supplier) throw NumberingErrors.supplier_unavailable({ message: `The supplier of this number is away.` });
    return supplier;
  }

  find(name: string): NumberSupplier | null {
    return this.byName.get(name) ?? null;
  }

  /**
   * Asks all of them at once; the answers are in their order. A slow one counts as unavailable for this question, and its
   * answer is dropped when it arrives. A single supplier keeps no other waiting, so its own limit of ten seconds holds.
   */
  askAll<T>(question: (supplier: NumberSupplier) => Promise<T>): Promise<PromiseSettledResult<T>[]> {
    const ask = async (supplier: NumberSupplier) => question(supplier);
    const answers = this.all.map((supplier) =>
      this.all.length === 1 ? ask(supplier) : this.inTime(supplier.name, ask(supplier)),
    );
    return Promise.allSettled(answers);
  }

  private async inTime<T>(name: string, answer: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`${name} has not answered in time.`)), this.patienceMs);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
