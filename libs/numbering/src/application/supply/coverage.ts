import { addSeconds, type Clock } from '@trunkline/kernel';
import type { CountryCoverage } from '../../domain/requirements';
import type { NumberSupplier } from './supplier';

/** How long the countries of a supplier are cached (docs/numbers.md#catalog). */
const FRESH_SECONDS = 3600;

interface CachedCountries {
  readonly countries: readonly CountryCoverage[];
  readonly freshUntil: Date;
}

/** Caches the countries of each supplier in this process. Areas and requirements are not cached, because they must be current. */
export class Coverage {
  private readonly cached = new Map<NumberSupplier, CachedCountries>();
  private readonly loading = new Map<NumberSupplier, Promise<readonly CountryCoverage[]>>();

  constructor(private readonly clock: Clock) {}

  /**
   * Returns the supplier's countries. Concurrent callers share one request. An expired entry is returned while the supplier
   * is unavailable; rejects when there is none.
   */
  async of(supplier: NumberSupplier): Promise<readonly CountryCoverage[]> {
    const cached = this.cached.get(supplier);
    if (cached && this.clock.now() < cached.freshUntil) return cached.countries;
    try {
      return await this.loadOnce(supplier);
    } catch (error) {
      if (cached) return cached.countries;
      throw error;
    }
  }

  private loadOnce(supplier: NumberSupplier): Promise<readonly CountryCoverage[]> {
    const loading = this.loading.get(supplier) ?? this.load(supplier).finally(() => this.loading.delete(supplier));
    this.loading.set(supplier, loading);
    return loading;
  }

  private async load(supplier: NumberSupplier): Promise<readonly CountryCoverage[]> {
    const countries = await supplier.countries();
    this.cached.set(supplier, { countries, freshUntil: addSeconds(this.clock.now(), FRESH_SECONDS) });
    return countries;
  }
}
