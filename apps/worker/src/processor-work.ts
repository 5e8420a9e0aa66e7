import { CardSetups, DeliverSandboxEvents, HandleProcessorEvents, PayRefunds } from '@trunkline/billing-ledger';
import type { Schedule, SubscriptionTable } from '@trunkline/platform';
import type { Use } from './use';

const EACH_MINUTE = '* * * * *';

/** What card processors tell, handled as soon as it has come. */
export function processorSubscriptions(use: Use): SubscriptionTable {
  const [handleEvents, deliverEvents] = [use(HandleProcessorEvents), use(DeliverSandboxEvents)];
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
        handle: ({ data }) => deliverEvents.deliver(data.event_id),
      },
    ],
  };
}

/** What of it was left, and what goes back to cards. */
export function processorSchedules(use: Use): readonly Schedule[] {
  const [handleEvents, deliverEvents] = [use(HandleProcessorEvents), use(DeliverSandboxEvents)];
  const [payRefunds, cardSetups] = [use(PayRefunds), use(CardSetups)];
  return [
    { name: 'deliver-sandbox-events', cron: EACH_MINUTE, run: () => deliverEvents.execute() },
    { name: 'handle-processor-events', cron: EACH_MINUTE, run: () => handleEvents.execute() },
    { name: 'pay-refunds', cron: '55 * * * *', run: () => payRefunds.execute() },
    { name: 'cancel-card-setups', cron: '20 * * * *', run: () => cardSetups.cancelExpired() },
    { name: 'prune-processor-events', cron: '55 3 * * *', run: () => handleEvents.prune() },
  ];
}
