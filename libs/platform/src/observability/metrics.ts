import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

interface Named {
  readonly name: string;
  readonly help: string;
}

interface Labelled<L extends string> extends Named {
  readonly labels: readonly L[];
}

const MISNAMED = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total'];
/** Each sample wakes the process, also when it has nothing to do. */
const EVENT_LOOP_SAMPLE_MS = 500;
/** Below Prometheus' scrape time-out: a hanging store must only cost its own values. */
const READ_TIMEOUT_MS = 2000;

/**
 * The Prometheus metrics of this process. Requesting a metric twice returns the same one. Labels have few values, never
 * ids.
 */
export class Metrics {
  private readonly registry = new Registry();
  readonly contentType = this.registry.contentType;

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
    // Gauges whose names end in _total. The sums of nodejs_active_resources, _handles and _requests are equivalent.
    MISNAMED.forEach((name) => this.registry.removeSingleMetric(name));
  }

  counter<L extends string>({ name, help, labels }: Labelled<L>): Counter<L> {
    return this.once(name, () => new Counter({ name, help, labelNames: labels, registers: [this.registry] }));
  }

  /** `buckets` are ascending, in the unit of the metric. */
  histogram<L extends string>({ name, help, labels }: Labelled<L>, buckets: readonly number[]): Histogram<L> {
    return this.once(
      name,
      () => new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers: [this.registry] }),
    );
  }

  /** Adds a gauge that is read at each scrape. It is omitted if reading fails or takes longer than two seconds. */
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

  /** Returns the exposition for `/metrics`, in the format of `contentType`. */
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
