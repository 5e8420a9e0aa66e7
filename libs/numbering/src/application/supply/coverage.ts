import { addSeconds, type Clock } from '@trunkline/kernel';
import type { CountryCoverage } from '../../domain/supply/requirements';
import type { NumberSupplier } from './supplier';

/** Contract, section 5: the list of countries is cached for an hour. */
const FRESH_SECONDS = 3600;

interface Known {
  readonly countries: readonly CountryCoverage[];
  readonly freshUntil: Date;
}

/**
 * What each supplier sells where, remembered in this process for an hour: a supplier over the network may need seconds
 * to tell. Areas and requirements are always asked for: the ones tell what is in stock now, the others what a buyer is
 * about to be held to.
 */
export class Coverage {
  private readonly known = new Map<NumberSupplier, Known>();
  private readonly asking = new Map<NumberSupplier, Promise<readonly CountryCoverage[]>>();

  constructor(private readonly clock: Clock) {}

  /** One question at a time, however many want to know. What it said last holds on while it is away; rejects when it has never said anything. */
  async of(supplier: NumberSupplier): Promise<readonly CountryCoverage[]> {
    const known = this.known.get(supplier);
    if (known && this.clock.now() < known.freshUntil) return known.countries;
    try {
      return await this.askOnce(supplier);
    } catch (error) {
      if (known) return known.countries;
      throw error;
    }
  }

  private askOnce(supplier: NumberSupplier): Promise<readonly CountryCoverage[]> {
    const asking = this.asking.get(supplier) ?? this.ask(supplier).finally(() => this.asking.delete(supplier));
    this.asking.set(supplier, asking);
    return asking;
  }

  private async ask(supplier: NumberSupplier): Promise<readonly CountryCoverage[]> {
    const countries = await supplier.countries();
    this.known.set(supplier, { countries, freshUntil: addSeconds(this.clock.now(), FRESH_SECONDS) });
    return countries;
  }
}
