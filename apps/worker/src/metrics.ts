import { AlarmQueries, Quarantine } from '@trunkline/cdr';
import { ConnectionFaults, RegistrationRepository, SupplierErasureRepository } from '@trunkline/numbering';
import { MessagingCarrierQueries, SweepMessages, UnclaimedMessages } from '@trunkline/messaging';
import { type EventFlow, Metrics } from '@trunkline/platform';
import { ExpireContacts, FraudAlerts, OverdueDecisions } from '@trunkline/voice-routing';
import { DeliveryStatistics } from '@trunkline/webhooks';
import type { Use } from './use';

/** How many of the endpoints that fail most are reported. */
const WORST = 20;

/** Reports what the worker has to do, from the database. See docs/operations.md#metrics. */
export function observe(use: Use, flow: EventFlow): void {
  const metrics = use(Metrics);
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
  observeWebhooks(metrics, use(DeliveryStatistics));
  observeCalls(metrics, use);
  observeSuppliers(metrics, use);
  observeMessages(metrics, use);
}

function observeWebhooks(metrics: Metrics, statistics: DeliveryStatistics): void {
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

function observeCalls(metrics: Metrics, use: Use): void {
  const quarantine = use(Quarantine);
  const overdue = use(OverdueDecisions);
  const contacts = use(ExpireContacts);
  const alerts = use(FraudAlerts);
  const alarms = use(AlarmQueries);
  metrics.gauge(
    {
      name: 'trunkline_fraud_alerts_open',
      help: 'Fraud alerts that wait for an operator, by what they do: alert, or block outbound calls.',
      labels: ['action'],
    },
    async (set) => {
      const { alerting, blocking } = await alerts.countOpen();
      set(alerting, { action: 'alert' });
      set(blocking, { action: 'block' });
    },
  );
  metrics.gauge(
    {
      name: 'trunkline_alarms_raised',
      help: "Raised alarms about calls, by whose they are: accounts', or the operator's about carriers.",
      labels: ['owner'],
    },
    async (set) => {
      const { accounts, carriers } = await alarms.countRaised();
      set(accounts, { owner: 'account' });
      set(carriers, { owner: 'carrier' });
    },
  );
  metrics.gauge(
    { name: 'trunkline_cdr_quarantine_open', help: 'Quarantined CDRs that wait for an operator.', labels: [] },
    async (set) => set(await quarantine.countOpen(), {}),
  );
  metrics.gauge(
    { name: 'trunkline_calls_unreported', help: 'Routed calls whose CDR is overdue.', labels: [] },
    async (set) => set(await overdue.count(), {}),
  );
  metrics.gauge(
    {
      name: 'trunkline_sip_registrations',
      help: 'What is registered: live contacts, and trunks that have one.',
      labels: ['kind'],
    },
    async (set) => {
      const counted = await contacts.count();
      set(counted.contacts, { kind: 'contact' });
      set(counted.trunks, { kind: 'trunk' });
    },
  );
}

function observeMessages(metrics: Metrics, use: Use): void {
  const carriers = use(MessagingCarrierQueries);
  const unclaimed = use(UnclaimedMessages);
  const sweeping = use(SweepMessages);
  metrics.gauge(
    {
      name: 'trunkline_messaging_carriers',
      help: 'Enabled carriers of messages by health: up, degraded or down.',
      labels: ['health'],
    },
    async (set) => {
      const { up, degraded, down } = await carriers.countByHealth();
      set(up, { health: 'up' });
      set(degraded, { health: 'degraded' });
      set(down, { health: 'down' });
    },
  );
  metrics.gauge(
    {
      name: 'trunkline_message_lag_seconds',
      help: 'Age of the oldest due message that waits for a carrier.',
      labels: ['carrier'],
    },
    async (set) => {
      for (const { carrierId, seconds } of await carriers.lags()) set(seconds, { carrier: carrierId });
    },
  );
  metrics.gauge(
    {
      name: 'trunkline_messages_unhandled',
      help: 'Events and long messages of carriers that could not be handled and are tried again, at most 10,000.',
      labels: [],
    },
    async (set) => set(await carriers.countUnhandled(), {}),
  );
  metrics.gauge(
    {
      name: 'trunkline_messages_unclaimed',
      help: 'Messages of the last 30 days to numbers that no account has, at most 10,000.',
      labels: [],
    },
    async (set) => set(await unclaimed.count(), {}),
  );
  metrics.gauge(
    {
      name: 'trunkline_messages_overdue',
      help: 'Messages that should have ended ten minutes ago, at most 20,000.',
      labels: [],
    },
    async (set) => set(await sweeping.countOverdue(), {}),
  );
}

function observeSuppliers(metrics: Metrics, use: Use): void {
  const registrations = use(RegistrationRepository);
  const erasures = use(SupplierErasureRepository);
  const faults = use(ConnectionFaults);
  metrics.gauge(
    {
      name: 'trunkline_number_connection_faults',
      help: 'Numbers in use whose supplier does not send their calls to us.',
      labels: ['supplier'],
    },
    async (set) => {
      for (const { supplier, count } of await faults.countOpen()) set(count, { supplier });
    },
  );
  metrics.gauge(
    {
      name: 'trunkline_registrations',
      help: 'Registrations of numbers with suppliers that are open, or have failed and wait for an operator.',
      labels: ['supplier', 'status'],
    },
    async (set) => {
      for (const { supplier, status, count } of await registrations.count()) set(count, { supplier, status });
    },
  );
  metrics.gauge(
    {
      name: 'trunkline_supplier_erasures',
      help: 'Erasures of end users at suppliers that are open, or have failed and wait for an operator.',
      labels: ['supplier', 'status'],
    },
    async (set) => {
      for (const { supplier, status, count } of await erasures.count()) set(count, { supplier, status });
    },
  );
}
