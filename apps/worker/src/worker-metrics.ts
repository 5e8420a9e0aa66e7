import type { EventFlow, Metrics } from '@trunkline/platform';

/** Reports the state of event delivery from the database. See docs/operations.md#metrics. */
export function observe(metrics: Metrics, flow: EventFlow): void {
  metrics.gauge(
    { name: 'trunkline_outbox_pending', help: 'Events that wait to be relayed.', labels: [] },
    async (set) => set((await flow.outbox()).pending, {}),
  );
  metrics.gauge(
    { name: 'trunkline_outbox_lag_seconds', help: 'Age of the oldest event that waits to be relayed.', labels: [] },
    async (set) => set((await flow.outbox()).lagSeconds, {}),
  );
  metrics.gauge(
    { name: 'trunkline_deliveries', help: 'Deliveries by state: pending, or failed for good.', labels: ['state'] },
    async (set) => {
      const { pending, failed } = await flow.deliveries.counts();
      set(pending, { state: 'pending' });
      set(failed, { state: 'failed' });
    },
  );
}
