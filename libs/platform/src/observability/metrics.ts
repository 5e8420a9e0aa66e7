import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

interface Named {
  readonly name: string;
  readonly help: string;
}

interface Labelled<L extends string> extends Named {
  readonly labels: readonly L[];
}

const MISNAMED = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total'];
/** Less than a scrape takes at most: a store that hangs must cost its own figures and no others. */
const READ_TIMEOUT_MS = 2000;

/** What this process tells Prometheus. A metric asked for twice is one; labels take few values, and never an id. */
export class Metrics {
  private readonly registry = new Registry();
  readonly contentType = this.registry.contentType;

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this.registry });
    // Gauges in the name of counters; the sums of nodejs_active_resources, _handles and _requests say the same.
    MISNAMED.forEach((name) => this.registry.removeSingleMetric(name));
  }

  counter<L extends string>({ name, help, labels }: Labelled<L>): Counter<L> {
    return this.once(name, () => new Counter({ name, help, labelNames: labels, registers: [this.registry] }));
  }

  /** `buckets` in the unit of the metric, ascending. */
  histogram<L extends string>({ name, help, labels }: Labelled<L>, buckets: readonly number[]): Histogram<L> {
    return this.once(
      name,
      () => new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers: [this.registry] }),
    );
  }

  /** A figure that is read when Prometheus asks. One that cannot be read within two seconds is left out of that answer. */
  gauge<L extends string>({ name, help, labels }: Labelled<L>, read: (set: SetGauge<L>) => Promise<void>): void {
    this.once(name, () => {
      const gauge: Gauge<L> = new Gauge({
        name,
        help,
        labelNames: labels,
        registers: [this.registry],
        collect: async () => {
          gauge.reset();
          let isLate = false;
          const set: SetGauge<L> = (value, labelled) => {
            if (!isLate) gauge.set(labelled, value);
          };
          await within(READ_TIMEOUT_MS, read(set)).catch(() => {
            isLate = true;
            gauge.reset();
          });
        },
      });
      return gauge;
    });
  }

  /** The exposition that `/metrics` answers with, as `contentType` says. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  private once<M extends object>(name: string, make: () => M): M {
    return (this.registry.getSingleMetric(name) as M | undefined) ?? make();
  }
}

export type SetGauge<L extends string> = (value: number, labels: Partial<Record<L, string | number>>) => void;

async function within(ms: number, reading: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(new Error('too late')), ms)));
  await Promise.race([reading, late]).finally(() => clearTimeout(timer));
}
