import type { Clock } from '@trunkline/kernel';

interface Entry<T> {
  readonly until: number;
  readonly value: Promise<T>;
}

/** Caches results for some time. A failed load is not cached. */
export class TimedCache<T> {
  private readonly entries = new Map<string, Entry<T>>();

  constructor(
    private readonly clock: Clock,
    private readonly seconds: number,
  ) {}

  get(key: string, load: () => Promise<T>): Promise<T> {
    const now = this.clock.now().getTime();
    const cached = this.entries.get(key);
    if (cached && now < cached.until) return cached.value;
    const value = load();
    const entry = { until: now + this.seconds * 1000, value };
    this.entries.set(key, entry);
    value.catch(() => {
      if (this.entries.get(key) === entry) this.entries.delete(key);
    });
    return value;
  }
}
