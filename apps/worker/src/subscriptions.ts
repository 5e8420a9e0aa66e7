import { PUBLIC_EVENT_TYPES } from '@trunkline/kernel';
import { SupplierErasures, SyncAccountStatus } from '@trunkline/numbering';
import { type EventOf, SendMail, type Subscription, type SubscriptionTable } from '@trunkline/platform';
import { Endpoints, RecordEvent } from '@trunkline/webhooks';
import { billingSubscriptions } from './billing-ledger/billing-subscriptions';
import { complianceSubscriptions } from './compliance/compliance-subscriptions';
import { numberSubscriptions } from './numbering/number-subscriptions';
import { processorSubscriptions } from './billing-ledger/processor-work';
import { supplierSubscriptions } from './numbering/supplier-work';
import type { Use } from './use';

/** Returns the handlers of all events. Together with `libs/composition` it lists every dependency between contexts. */
export function subscriptions(use: Use): SubscriptionTable {
  const recordEvent = use(RecordEvent);
  const syncAccountStatus = use(SyncAccountStatus);
  const endpoints = use(Endpoints);
  const supplierErasures = use(SupplierErasures);
  const recordForWebhooks: Subscription = {
    name: 'record-for-webhooks',
    inTransaction: true,
    handle: (event) => recordEvent.record(event),
    handleAll: (events) => recordEvent.recordAll(events),
    spansAccounts: true,
  };
  return {
    ...Object.fromEntries(PUBLIC_EVENT_TYPES.map((type) => [type, [recordForWebhooks]])),
    ...billingSubscriptions(use, recordForWebhooks),
    ...processorSubscriptions(use),
    ...supplierSubscriptions(use),
    ...numberSubscriptions(use, recordForWebhooks),
    ...complianceSubscriptions(use, recordForWebhooks),
    // Not in one transaction: each batch of numbers has its own, because an account may have thousands.
    'account.status_changed': [
      { name: 'follow-account', inTransaction: false, handle: ({ accountId }) => syncAccountStatus.sync(accountId) },
      {
        name: 'delete-webhooks',
        inTransaction: true,
        handle: async ({ accountId, data }) => {
          if (data.status === 'closed') await endpoints.deleteAll(accountId);
        },
      },
      {
        name: 'erase-at-suppliers',
        inTransaction: true,
        handle: async ({ accountId, data }) => {
          if (data.status === 'closed') await supplierErasures.request(accountId, null);
        },
      },
    ],
    'mail.requested': [mailSubscription(use(SendMail))],
  };
}

/** A long outage of the mail server must lose no mail. */
function mailSubscription(sendMail: SendMail): Subscription<EventOf<'mail.requested'>> {
  const handle = ({ data }: EventOf<'mail.requested'>) => sendMail.send(data.mail_id);
  return { name: 'send-mail', inTransaction: false, retriesWithoutLimit: true, handle };
}
