import {
  BillingNotices,
  DeliverSandboxEvents,
  EnforceCreditLimit,
  HandleProcessorEvents,
  MailInvoices,
  RechargeWallet,
} from '@trunkline/billing-ledger';
import { Alarms } from '@trunkline/cdr';
import { AutomaticReview } from '@trunkline/compliance';
import { PUBLIC_EVENT_TYPES } from '@trunkline/kernel';
import { PruneExports } from '@trunkline/exports';
import { CarrierEvents, EraseMessages, Messages } from '@trunkline/messaging';
import {
  ActivatePorts,
  ClosePorts,
  NumberNotices,
  ReleaseDueNumbers,
  SupplierErasures,
  SupplierEvents,
  SyncAccountStatus,
  SyncBundleStatus,
} from '@trunkline/numbering';
import { type EventOf, SendMail, type Subscription, type SubscriptionTable } from '@trunkline/platform';
import { Endpoints, RecordEvent } from '@trunkline/webhooks';
import type { Use } from './use';

/** Returns the handlers of all events. Together with `libs/composition` it lists every dependency between contexts. */
export function subscriptions(use: Use): SubscriptionTable {
  const recordEvent = use(RecordEvent);
  const recordForWebhooks: Subscription = {
    name: 'record-for-webhooks',
    inTransaction: true,
    handle: (event) => recordEvent.record(event),
    handleAll: (events) => recordEvent.recordAll(events),
    spansAccounts: true,
  };
  const reactions: SubscriptionTable = {
    ...ofAccounts(use),
    ...ofNumbers(use),
    ...ofBilling(use),
    ...ofCompliance(use),
    ...ofMessages(use),
    'mail.requested': [mailSubscription(use(SendMail))],
  };
  const recorded = PUBLIC_EVENT_TYPES.map((type) => [type, [recordForWebhooks, ...(reactions[type] ?? [])]] as const);
  return { ...reactions, ...Object.fromEntries(recorded) };
}

function ofAccounts(use: Use): SubscriptionTable {
  const syncAccountStatus = use(SyncAccountStatus);
  const endpoints = use(Endpoints);
  const supplierErasures = use(SupplierErasures);
  const messages = use(Messages);
  const eraseMessages = use(EraseMessages);
  const closePorts = use(ClosePorts);
  const exports = use(PruneExports);
  const alarms = use(Alarms);
  return {
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
      {
        name: 'fail-messages',
        inTransaction: false,
        handle: async ({ accountId, data }) => {
          if (data.status === 'suspended' || data.status === 'closed')
            await messages.failAll({ accountId }, 'account_not_active');
        },
      },
      {
        name: 'erase-messages',
        inTransaction: true,
        handle: async ({ accountId, data }) => {
          if (data.status === 'closed') await eraseMessages.request(accountId);
        },
      },
      {
        name: 'erase-ports',
        inTransaction: true,
        handle: async ({ accountId, data }) => {
          if (data.status === 'closed') await closePorts.erase(accountId);
        },
      },
      {
        name: 'delete-exports',
        inTransaction: false,
        handle: async ({ accountId, data }) => {
          if (data.status === 'closed') await exports.deleteAll(accountId);
        },
      },
      {
        name: 'delete-alarms',
        inTransaction: true,
        handle: async ({ accountId, data }) => {
          if (data.status === 'closed') await alarms.deleteAll(accountId);
        },
      },
    ],
  };
}

function ofNumbers(use: Use): SubscriptionTable {
  const releaseDueNumbers = use(ReleaseDueNumbers);
  const syncAccountStatus = use(SyncAccountStatus);
  const supplierEvents = use(SupplierEvents);
  const activatePorts = use(ActivatePorts);
  const endpoints = use(Endpoints);
  const notices = use(NumberNotices);
  const messages = use(Messages);
  const checkAccounts = (events: readonly EventOf<'number.provisioned'>[]) =>
    syncAccountStatus.syncNumbers(events.map(({ data }) => data.number_id));
  return {
    'number.provisioned': [
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
      { name: 'mail-suspended-number', inTransaction: true, handle: (event) => notices.suspended(event) },
      {
        name: 'fail-messages',
        inTransaction: false,
        handle: async ({ accountId, data }) => {
          await messages.failAll({ accountId, numberId: data.number_id }, 'number_suspended');
        },
      },
    ],
    'number.released': [
      { name: 'mail-released-number', inTransaction: true, handle: (event) => notices.released(event) },
      {
        name: 'fail-messages',
        inTransaction: false,
        handle: async ({ accountId, data }) => {
          await messages.failAll({ accountId, numberId: data.number_id }, 'number_released');
        },
      },
      { name: 'tell-suppliers', inTransaction: false, handle: () => releaseDueNumbers.notifySuppliers() },
      {
        name: 'delete-number-webhook',
        inTransaction: true,
        handle: ({ accountId, data }) => endpoints.setForNumber(accountId, data.number_id, null),
      },
    ],
    'port_out.status_changed': [
      { name: 'mail-port-out', inTransaction: true, handle: (event) => notices.portOutChanged(event) },
    ],
    'port.status_changed': [
      // Not in one transaction: each number has its own.
      {
        name: 'activate-port',
        inTransaction: false,
        handle: async ({ data }) => {
          if (data.status === 'ported') await activatePorts.activate(data.port_request_id);
        },
      },
    ],
    'numbering.charges.refused': [
      { name: 'mail-refused-charges', inTransaction: true, handle: (event) => notices.chargesRefused(event) },
    ],
    'numbering.prices.changing': [
      { name: 'mail-changing-prices', inTransaction: true, handle: (event) => notices.pricesChanging(event) },
    ],
    'numbering.supplier_event.received': [
      {
        name: 'handle-supplier-event',
        inTransaction: false,
        handle: ({ data }) => supplierEvents.handle(data.supplier, data.event_id),
      },
    ],
  };
}

function ofBilling(use: Use): SubscriptionTable {
  const rechargeWallet = use(RechargeWallet);
  const enforceCreditLimit = use(EnforceCreditLimit);
  const notices = use(BillingNotices);
  const handleEvents = use(HandleProcessorEvents);
  const mailInvoices = use(MailInvoices);
  // Null when the settings choose another card processor than the sandbox.
  const sandboxEvents = use<DeliverSandboxEvents | null>(DeliverSandboxEvents);
  const recharge: Subscription = {
    name: 'recharge-wallet',
    inTransaction: false,
    handle: ({ accountId }) => rechargeWallet.recharge(accountId),
  };
  return {
    'billing.recharge.claimed': [recharge],
    // A manual top-up may make a claimed charge unnecessary; one by auto-recharge ends its claim.
    'billing.topup.succeeded': [recharge],
    'billing.recharge.failed': [
      { name: 'mail-failed-recharge', inTransaction: true, handle: (event) => notices.rechargeFailed(event) },
    ],
    'billing.balance.low': [
      { name: 'mail-low-balance', inTransaction: true, handle: (event) => notices.lowBalance(event) },
    ],
    'billing.invoice.issued': [
      // Prints a document before its transaction.
      { name: 'mail-invoice', inTransaction: false, handle: (event) => mailInvoices.send(event) },
    ],
    'billing.debt.changed': [
      {
        name: 'watch-debt',
        inTransaction: true,
        handle: ({ accountId, data }) => enforceCreditLimit.enforce(accountId, { isChargeback: data.is_chargeback }),
      },
    ],
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

function ofCompliance(use: Use): SubscriptionTable {
  const automaticReview = use(AutomaticReview);
  const syncBundleStatus = use(SyncBundleStatus);
  const supplierErasures = use(SupplierErasures);
  const closePorts = use(ClosePorts);
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
    'compliance.bundle.approved': [followBundle],
    'compliance.bundle.rejected': [followBundle],
    'compliance.end_user.erased': [
      {
        name: 'erase-at-suppliers',
        inTransaction: true,
        handle: ({ accountId, data }) => supplierErasures.request(accountId, data.bundle_ids),
      },
      {
        name: 'erase-ports',
        inTransaction: true,
        handle: ({ accountId, data }) => closePorts.eraseEndUser(accountId, data.end_user_id),
      },
    ],
  };
}

function ofMessages(use: Use): SubscriptionTable {
  const carrierEvents = use(CarrierEvents);
  const messages = use(Messages);
  return {
    'fraud.alert': [
      {
        name: 'fail-messages',
        inTransaction: false,
        handle: async ({ accountId, data }) => {
          if (data.blocks_outbound) await messages.failAll({ accountId }, 'blocked_by_alert');
        },
      },
    ],
    'messaging.carrier_event.received': [
      {
        name: 'handle-carrier-event',
        inTransaction: false,
        handle: ({ data }) => carrierEvents.handle(data.carrier_id, data.event_id),
      },
    ],
  };
}

/** A long outage of the mail server must lose no mail. */
function mailSubscription(sendMail: SendMail): Subscription<EventOf<'mail.requested'>> {
  const handle = ({ data }: EventOf<'mail.requested'>) => sendMail.send(data.mail_id);
  return { name: 'send-mail', inTransaction: false, retriesWithoutLimit: true, handle };
}
