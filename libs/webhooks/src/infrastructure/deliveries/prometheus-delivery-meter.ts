import type { Metrics } from '@trunkline/platform';
import { type DeliveryMeter, type DeliveryOutcome } from '../../application/deliveries/ports';

const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const OUTCOMES = { succeeded: 'succeeded', pending: 'retried', failed: 'failed' } as const;

export class PrometheusDeliveryMeter implements DeliveryMeter {
  private readonly outcomes;
  private readonly seconds;

  constructor(metrics: Metrics) {
    this.outcomes = metrics.counter({
      name: 'trunkline_webhook_attempts_total',
      help: 'Attempts of webhook deliveries, by outcome: succeeded, retried, failed (for good).',
      labels: ['outcome'],
    });
    this.seconds = metrics.histogram(
      { name: 'trunkline_webhook_attempt_seconds', help: 'Duration of webhook requests.', labels: [] },
      SECONDS,
    );
  }

  settled({ attempt, settled: { status } }: DeliveryOutcome): void {
    this.outcomes.inc({ outcome: OUTCOMES[status] });
    if (attempt) this.seconds.observe({}, attempt.durationMs / 1000);
  }
}
