import { ReleaseDueNumbers, SyncAccountStatus, NumberNotices } from '@trunkline/numbering';
import type { EventOf, Subscription, SubscriptionTable } from '@trunkline/platform';
import type { Use } from '../use';

/** Returns the handlers of number events. `recordForWebhooks` comes first for events that webhooks deliver. */
export function numberSubscriptions(use: Use, recordForWebhooks: Subscription): SubscriptionTable {
  const releaseDueNumbers = use(ReleaseDueNumbers);
  const syncAccountStatus = use(SyncAccountStatus);
  const notices = use(NumberNotices);
  const checkAccounts = (events: readonly EventOf<'number.provisioned'>[]) =>
    syncAccountStatus.syncNumbers(events.map(({ data }) => data.number_id));
  return {
    'number.provisioned': [
      recordForWebhooks,
      {
        name: 'check-account',
        inTransaction: true,
        handle: (event) => checkAccounts([event]),
        handleAll: checkAccounts,
        spansAccounts: true,
      },
      { name: 'follow-account', inTransaction: false, isRetired: true, handle: (event) => checkAccounts([event]) },
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
