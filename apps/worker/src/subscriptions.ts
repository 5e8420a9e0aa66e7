import { SyncAccountStatus } from '@trunkline/numbering';
import { type EventOf, SendMail, type Subscription, type SubscriptionTable } from '@trunkline/platform';
import { PUBLIC_EVENT_TYPES, RecordEvent } from '@trunkline/webhooks';
import { billingSubscriptions } from './billing-subscriptions';
import { numberSubscriptions } from './number-subscriptions';
import { processorSubscriptions } from './processor-work';
import { supplierSubscriptions } from './supplier-work';
import type { Use } from './use';

/** Who reacts to what. With the context map in `libs/composition`, this is every way from one context into another. */
export function subscriptions(use: Use): SubscriptionTable {
  const [recordEvent, syncAccountStatus] = [use(RecordEvent), use(SyncAccountStatus)];
  const recordForWebhooks: Subscription = {
    name: 'record-for-webhooks',
    inTransaction: true,
    handle: (event) => recordEvent.execute(event),
  };
  return {
    ...Object.fromEntries(PUBLIC_EVENT_TYPES.map((type) => [type, [recordForWebhooks]])),
    ...billingSubscriptions(use, recordForWebhooks),
    ...processorSubscriptions(use),
    ...supplierSubscriptions(use),
    ...numberSubscriptions(use, recordForWebhooks),
    // Each batch of numbers is a transaction of its own: one for thousands would hold them all.
    'account.status_changed': [
      { name: 'follow-account', inTransaction: false, handle: ({ accountId }) => syncAccountStatus.execute(accountId) },
    ],
    'mail.requested': [sendMailPatiently(use(SendMail))],
  };
}

/** A mail server that is away for days loses no mail. */
function sendMailPatiently(sendMail: SendMail): Subscription<EventOf<'mail.requested'>> {
  const handle = ({ data }: EventOf<'mail.requested'>) => sendMail.execute(data.mail_id);
  return { name: 'send-mail', inTransaction: false, isPatient: true, handle };
}
