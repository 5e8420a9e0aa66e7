import type { EndUserRegistrar } from './end-user-registrar';

/** The registrars of the enabled suppliers. */
export class Registrars {
  private readonly byName: ReadonlyMap<string, EndUserRegistrar>;

  /** `registering`: all suppliers that register end users. Numbers of a disabled one wait until it is enabled again. */
  constructor(
    registrars: readonly EndUserRegistrar[],
    private readonly registering: readonly string[] = [],
  ) {
    this.byName = new Map(registrars.map((registrar) => [registrar.name, registrar]));
  }

  get names(): readonly string[] {
    return [...this.byName.keys()];
  }

  /** Whether numbers of the supplier that wait for documents work only after it has registered their end user. */
  isRequiredBy(supplier: string): boolean {
    return this.byName.has(supplier) || this.registering.includes(supplier);
  }

  find(supplier: string): EndUserRegistrar | null {
    return this.byName.get(supplier) ?? null;
  }
}
