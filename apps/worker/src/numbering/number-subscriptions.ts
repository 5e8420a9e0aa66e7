import { ReleaseDueNumbers, SyncAccountStatus, NumberNotices } from '@trunkline/numbering';
import type { Subscription, SubscriptionTable } from '@trunkline/platform';
import type { Use } from '../use';

/** Returns the handlers of number events. `recordForWebhooks` comes first for events that webhooks deliver. */
export function numberSubscriptions(use: Use, recordForWebhooks: Subscription): SubscriptionTable {
  const releaseDueNumbers = use(ReleaseDueNumbers);
  const syncAccountStatus = use(SyncAccountStatus);
  const notices = use(NumberNotices);
  return {
    'number.provisioned': [
      recordForWebhooks,
      {
        name: 'follow-account',
        inTransaction: false,
        handle: ({ data }) => syncAccountStatus.syncNumber(data.number_id),
      },
    ],
    'number.suspended': [
      recordForWebhooks,
      { name: 'mail-suspended-number', inTransaction: true, handle: (event) => notices.suspended(event) },
    ],
    'numbering.charges.refused': [
      { name: 'mail-refused-charges', inTransaction: true, handle: (event) => notices.chargesRefused(event) },
    ],
    'number.released': [
      recordForWebhooks,
      { name: 'mail-released-number', inTransaction: true, handle: (event) => notices.released(event) },
      {
        name: 'tell-suppliers',
        inTransaction: false,
        handle: async () => {
          await releaseDueNumbers.notifySuppliers();
        },
      },
    ],
  };
}
