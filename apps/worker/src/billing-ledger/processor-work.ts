import { CardSetups, DeliverSandboxEvents, HandleProcessorEvents, PayRefunds } from '@trunkline/billing-ledger';
import type { Schedule, SubscriptionTable } from '@trunkline/platform';
import type { Use } from '../use';

const EACH_MINUTE = '* * * * *';

/** Returns null when the settings choose another card processor than the sandbox. */
const sandboxEventsOf = (use: Use): DeliverSandboxEvents | null => use(DeliverSandboxEvents);

/** Returns the handlers of card processor events. */
export function processorSubscriptions(use: Use): SubscriptionTable {
  const handleEvents = use(HandleProcessorEvents);
  const sandboxEvents = sandboxEventsOf(use);
  return {
    'billing.processor_event.received': [
      {
        name: 'handle-processor-event',
        inTransaction: false,
        handle: ({ data }) => handleEvents.handle(data.event_id),
      },
    ],
    'billing.sandbox_event.due': [
      {
        name: 'deliver-sandbox-event',
        inTransaction: false,
        handle: async ({ data }) => sandboxEvents?.deliver(data.event_id),
      },
    ],
  };
}

/** Returns the schedules for unhandled card processor events, refunds and card set-ups. */
export function processorSchedules(use: Use): readonly Schedule[] {
  const handleEvents = use(HandleProcessorEvents);
  const sandboxEvents = sandboxEventsOf(use);
  const payRefunds = use(PayRefunds);
  const cardSetups = use(CardSetups);
  return [
    { name: 'deliver-sandbox-events', cron: EACH_MINUTE, run: async () => sandboxEvents?.deliverDue() },
    { name: 'handle-processor-events', cron: EACH_MINUTE, run: () => handleEvents.handleDue() },
    { name: 'pay-refunds', cron: '55 * * * *', run: () => payRefunds.pay() },
    { name: 'cancel-card-setups', cron: '20 * * * *', run: () => cardSetups.cancelExpired() },
    { name: 'prune-processor-events', cron: '55 3 * * *', deletes: true, run: () => handleEvents.prune() },
  ];
}
