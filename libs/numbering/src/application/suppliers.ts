import { NumberingErrors } from '../domain/errors';
import type { NumberSupplier } from './supplier';

/** The suppliers of this installation, by name and in order of preference. */
export class Suppliers {
  private readonly byName: ReadonlyMap<string, NumberSupplier>;

  constructor(readonly all: readonly NumberSupplier[]) {
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
}
