import { SendMail, type SubscriptionTable } from '@trunkline/platform';
import type { Use } from './use';

/** Who reacts to what. With the context map in `libs/composition`, this is every way from one context into another. */
export function subscriptions(use: Use): SubscriptionTable {
  const sendMail = use(SendMail);
  return {
    'mail.requested': [
      { name: 'send-mail', inTransaction: false, handle: ({ data }) => sendMail.execute(data.mail_id) },
    ],
  };
}
