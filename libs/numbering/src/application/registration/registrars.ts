import type { EndUserRegistrar } from './end-user-registrar';

/** The registrars of the enabled suppliers. */
export class Registrars {
  private readonly byName: ReadonlyMap<string, EndUserRegistrar>;

  /** `disabled`: suppliers with numbers that wait until the supplier is enabled again. */
  constructor(
    registrars: readonly EndUserRegistrar[],
    private readonly disabled: readonly string[] = [],
  ) {
    this.byName = new Map(registrars.map((registrar) => [registrar.name, registrar]));
  }

  get names(): readonly string[] {
    return [...this.byName.keys()];
  }

  /** Whether numbers of the supplier that wait for documents work only after it has registered their end user. */
  isRequiredBy(supplier: string): boolean {
    return this.byName.has(supplier) || this.disabled.includes(supplier);
  }

  find(supplier: string): EndUserRegistrar | null {
    return this.byName.get(supplier) ?? null;
  }
}
