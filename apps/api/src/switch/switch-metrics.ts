import type { Metrics } from '@trunkline/platform';

/** What every request of a switch is measured and logged by. */
export interface SwitchRequestReport {
  /** One of the paths that are served, or `other`. */
  readonly path: string;
  readonly status: number;
  readonly seconds: number;
}

const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Figures of the switch interface, for Prometheus. Labels take few values, and never an id. */
export class SwitchMetrics {
  private readonly duration;
  private readonly decisions;
  private readonly events;

  /** `countLive` is asked when Prometheus asks. */
  constructor(metrics: Metrics, countLive: () => Promise<number>) {
    this.duration = metrics.histogram(
      {
        name: 'trunkline_switch_request_duration_seconds',
        help: 'From the first byte of a request of a switch to the last byte of its answer, by path.',
        labels: ['path', 'status'],
      },
      BUCKETS_S,
    );
    this.decisions = metrics.counter({
      name: 'trunkline_call_decisions_total',
      help: 'Calls decided, by outcome: routed, or why not.',
      labels: ['outcome'],
    });
    this.events = metrics.counter({
      name: 'trunkline_switch_events_total',
      help: 'Events that switches have reported.',
      labels: ['event'],
    });
    metrics.gauge(
      { name: 'trunkline_live_calls', help: 'Calls in progress of all accounts.', labels: [] },
      async (set) => set(await countLive(), {}),
    );
  }

  observe({ path, status, seconds }: SwitchRequestReport): void {
    this.duration.observe({ path, status: String(status) }, seconds);
  }

  decided(outcome: string): void {
    this.decisions.inc({ outcome });
  }

  event(event: string): void {
    this.events.inc({ event });
  }
}
