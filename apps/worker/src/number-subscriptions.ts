import { FinalizeReleases, FollowAccount, NumberNotices } from '@trunkline/numbering';
import type { Subscription, SubscriptionTable } from '@trunkline/platform';
import type { Use } from './use';

/** Who reacts to what happens to numbers; `recordForWebhooks` comes first where customers are told of it. */
export function numberSubscriptions(use: Use, recordForWebhooks: Subscription): SubscriptionTable {
  const [releases, followAccount, notices] = [use(FinalizeReleases), use(FollowAccount), use(NumberNotices)];
  return {
    'number.provisioned': [
      recordForWebhooks,
      {
        name: 'follow-account',
        inTransaction: false,
        handle: ({ data }) => followAccount.followNumber(data.number_id),
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
          await releases.tellSuppliers();
        },
      },
    ],
  };
}
