import type { Clock } from '@trunkline/kernel';

interface Entry<T> {
  readonly until: number;
  readonly value: Promise<T>;
}

/** Answers that change rarely, kept for some minutes; one that failed is asked for again. */
export class Remembered<T> {
  private readonly entries = new Map<string, Entry<T>>();

  constructor(
    private readonly clock: Clock,
    private readonly seconds: number,
  ) {}

  get(key: string, ask: () => Promise<T>): Promise<T> {
    const now = this.clock.now().getTime();
    const known = this.entries.get(key);
    if (known && now < known.until) return known.value;
    const value = ask();
    const entry = { until: now + this.seconds * 1000, value };
    this.entries.set(key, entry);
    value.catch(() => {
      if (this.entries.get(key) === entry) this.entries.delete(key);
    });
    return value;
  }
}
