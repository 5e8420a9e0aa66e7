import { AutomaticReview } from '@trunkline/compliance';
import { SupplierErasures, SyncBundleStatus } from '@trunkline/numbering';
import type { EventOf, Subscription, SubscriptionTable } from '@trunkline/platform';
import type { Use } from '../use';

/** Returns the handlers of bundle events. `recordForWebhooks` comes first for events that webhooks deliver. */
export function complianceSubscriptions(use: Use, recordForWebhooks: Subscription): SubscriptionTable {
  const automaticReview = use(AutomaticReview);
  const syncBundleStatus = use(SyncBundleStatus);
  const supplierErasures = use(SupplierErasures);
  const followBundle: Subscription<EventOf<'compliance.bundle.approved' | 'compliance.bundle.rejected'>> = {
    name: 'follow-bundle',
    // Each batch of numbers has its own transaction, because a bundle may have thousands.
    inTransaction: false,
    handle: async ({ accountId, data }) => {
      await syncBundleStatus.syncNumbers({ accountId, bundleId: data.bundle_id });
    },
  };
  return {
    'compliance.bundle.submitted': [
      {
        name: 'review-in-sandbox',
        inTransaction: true,
        handle: ({ accountId, data }) => automaticReview.reviewBundle(accountId, data.bundle_id),
      },
    ],
    'compliance.bundle.approved': [recordForWebhooks, followBundle],
    'compliance.bundle.rejected': [recordForWebhooks, followBundle],
    'compliance.end_user.erased': [
      {
        name: 'erase-at-suppliers',
        inTransaction: true,
        handle: ({ accountId, data }) => supplierErasures.request(accountId, data.bundle_ids),
      },
    ],
  };
}
