import type { Metrics } from '@trunkline/platform';
import type { DeliveryStatistics } from '@trunkline/webhooks';

const WORST = 20;

/** Reports what waits to be delivered to customers. See docs/operations.md#metrics. */
export function observeWebhooks(metrics: Metrics, statistics: DeliveryStatistics): void {
  metrics.gauge(
    { name: 'trunkline_webhook_deliveries_due', help: 'Webhook deliveries that are due.', labels: [] },
    async (set) => set((await statistics.lag()).due, {}),
  );
  metrics.gauge(
    { name: 'trunkline_webhook_lag_seconds', help: 'Age of the oldest due webhook delivery.', labels: ['endpoints'] },
    async (set) => {
      const { healthySeconds, failingSeconds } = await statistics.lag();
      set(healthySeconds, { endpoints: 'healthy' });
      set(failingSeconds, { endpoints: 'failing' });
    },
  );
  metrics.gauge(
    {
      name: 'trunkline_webhook_endpoint_failures',
      help: 'Consecutive failures of the endpoints that fail most.',
      labels: ['endpoint'],
    },
    async (set) => {
      for (const { endpointId, failures } of await statistics.worst(WORST)) set(failures, { endpoint: endpointId });
    },
  );
}
