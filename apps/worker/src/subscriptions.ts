import { FinalizeReleases } from '@trunkline/numbering';
import { SendMail, type Subscription, type SubscriptionTable } from '@trunkline/platform';
import { PUBLIC_EVENT_TYPES, RecordEvent } from '@trunkline/webhooks';
import type { Use } from './use';

/** Who reacts to what. With the context map in `libs/composition`, this is every way from one context into another. */
export function subscriptions(use: Use): SubscriptionTable {
  const [sendMail, recordEvent, releases] = [use(SendMail), use(RecordEvent), use(FinalizeReleases)];
  const recordForWebhooks: Subscription = {
    name: 'record-for-webhooks',
    inTransaction: true,
    handle: (event) => recordEvent.execute(event),
  };
  return {
    ...Object.fromEntries(PUBLIC_EVENT_TYPES.map((type) => [type, [recordForWebhooks]])),
    'number.released': [
      recordForWebhooks,
      {
        name: 'tell-suppliers',
        inTransaction: false,
        handle: async () => {
          await releases.tellSuppliers();
        },
      },
    ],
    'mail.requested': [
      { name: 'send-mail', inTransaction: false, handle: ({ data }) => sendMail.execute(data.mail_id) },
    ],
  };
}
