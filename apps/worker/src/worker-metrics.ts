import type { EventFlow, Metrics } from '@trunkline/platform';

/** The figures that stand in the database. Every worker tells the same: aggregate with max, not with sum. */
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
    { name: 'trunkline_deliveries', help: 'Deliveries by state: pending, or given up (failed).', labels: ['state'] },
    async (set) => {
      const { pending, failed } = await flow.deliveries.counts();
      set(pending, { state: 'pending' });
      set(failed, { state: 'failed' });
    },
  );
}
