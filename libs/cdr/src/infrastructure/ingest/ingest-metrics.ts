import type { Metrics } from '@trunkline/platform';
import { type IngestMeter } from '../../application/ingest/ports';

/** Limits the label's values: switches beyond these share one. */
const SWITCHES_MAX = 100;
const OTHERS = 'others';

export class PrometheusIngestMeter implements IngestMeter {
  private readonly outcomes;
  private readonly quarantined;
  private readonly estimated;
  private readonly skews = new Map<string, number>();

  constructor(metrics: Metrics) {
    this.outcomes = metrics.counter({
      name: 'trunkline_cdr_rows_total',
      help: 'Rows that switches reported, by outcome.',
      labels: ['outcome'],
    });
    this.quarantined = metrics.counter({
      name: 'trunkline_cdr_quarantined_total',
      help: 'Reported rows that were quarantined, by reason.',
      labels: ['reason'],
    });
    this.estimated = metrics.counter({
      name: 'trunkline_cdr_estimated_legs_total',
      help: 'CDRs charged as the most expensive route, since the report does not say which one answered.',
      labels: [],
    });
    metrics.gauge(
      {
        name: 'trunkline_switch_clock_skew_seconds',
        help: 'How far the clock of a switch is ahead: start of its last reported call minus the decision about it.',
        labels: ['switch'],
      },
      (set) => Promise.resolve(this.skews.forEach((seconds, name) => set(seconds, { switch: name }))),
    );
  }

  countOutcome(outcome: string): void {
    this.outcomes.inc({ outcome });
  }

  countQuarantined(reason: string): void {
    this.quarantined.inc({ reason });
  }

  countEstimatedLeg(): void {
    this.estimated.inc();
  }

  recordSkew(switchId: string, seconds: number): void {
    const isKnown = this.skews.has(switchId) || this.skews.size < SWITCHES_MAX;
    this.skews.set(isKnown ? switchId : OTHERS, seconds);
  }
}
