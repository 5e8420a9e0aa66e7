import type { AccountStatus } from './principal';
import type { Attestation, Verification } from './telephony/call-decision';
import type { RejectionCode } from './rejection-code';

/** `requested`: by the customer, at once or at the end of the cycle. */
export type NumberReleaseReason = 'requested' | 'non_payment' | 'order_cancelled' | 'no_documents' | 'account_closed';

/** The data of each integration event by its type, shared by all contexts. */
export interface EventPayloads {
  'account.created': { account_id: string; user_id: string };
  'account.status_changed': { account_id: string; status: AccountStatus };
  'api_key.expiring': { api_key_id: string; name: string; prefix_display: string; expires_at: number };
  /** The sandbox reviews submitted bundles by itself. */
  'compliance.bundle.submitted': { bundle_id: string };
  'compliance.bundle.approved': { bundle_id: string };
  'compliance.bundle.rejected': {
    bundle_id: string;
    review_notes: string | null;
    rejection_codes: readonly RejectionCode[];
  };
  /** An end user was erased. `bundle_ids` are the bundles that had the end user or its documents. */
  'compliance.end_user.erased': { end_user_id: string; bundle_ids: readonly string[] };
  /** A document expires within 30 days. `expires_at` is the last day of its validity. */
  'compliance.document.expiring': {
    document_id: string;
    end_user_id: string | null;
    doc_type: string;
    expires_at: string;
  };
  'mail.requested': { mail_id: string };
  'number.provisioned': { number_id: string; e164: string; order_id: string };
  'number.suspended': { number_id: string; e164: string; reason: string };
  /** A suspended number was reactivated. `reason` is that of the suspension. */
  'number.resumed': { number_id: string; e164: string; reason: string };
  /** The release of a number was scheduled or rescheduled. */
  'number.release_scheduled': {
    number_id: string;
    e164: string;
    /** Unix seconds. */
    release_scheduled_at: number;
    reason: 'requested' | 'non_payment';
  };
  /** The supplier of a number did not accept its bundle, or no longer does. The bundle stays approved. */
  'number.registration_rejected': {
    number_id: string;
    e164: string;
    compliance_bundle_id: string;
    rejection_codes: readonly RejectionCode[];
  };
  /** Events of older releases have no `reason`. */
  'number.released': { number_id: string; e164: string; reason?: string };
  /** Monthly charges of one account that failed in the same attempt. The members receive a mail. */
  'numbering.charges.refused': {
    attempt: number;
    numbers: readonly {
      readonly number_id: string;
      readonly e164: string;
      readonly amount_cents: number;
      /** Unix seconds; null before the last attempt. */
      readonly release_scheduled_at: number | null;
    }[];
  };
  /** A supplier sent a callback that the worker has to process. */
  'numbering.supplier_event.received': { supplier: string; event_id: string };
  'order.completed': { order_id: string; e164: string; number_id: string };
  'order.failed': { order_id: string; e164: string | null; error_code: string };
  /** The route of a call was requested and granted. Repeated requests for one call send it once. */
  'call.started': {
    call_id: string;
    direction: 'inbound' | 'outbound';
    /** The account's number on the call. */
    e164: string | null;
    number_id: string | null;
    sip_trunk_id: string | null;
    /** What the customer has named the call when it placed it. */
    customer_reference: string | null;
    caller_withheld: boolean;
    attestation: Attestation | null;
    verification: Verification | null;
  };
  'call.completed': {
    cdr_id: string;
    direction: 'inbound' | 'outbound';
    e164: string | null;
    customer_reference: string | null;
    caller_withheld: boolean;
    attestation: Attestation | null;
    verification: Verification | null;
    billable_duration_s: number;
    customer_total_cents: number;
  };
  /** Probes of a gateway fail, or succeed again. */
  'trunk.gateway.down': { gateway_id: string; trunk_id: string; name: string; sip_code: number | null };
  'trunk.gateway.up': { gateway_id: string; trunk_id: string; name: string };
  /** A trunk without a contact has one. `contact_ip` is null if only a host name is known. */
  'trunk.registered': {
    trunk_id: string;
    name: string;
    contact_ip: string | null;
    user_agent: string | null;
    /** Unix seconds. */
    expires_at: number;
  };
  /** The last contact of a trunk is gone. The other members describe it. */
  'trunk.unregistered': {
    trunk_id: string;
    name: string;
    contact_ip: string | null;
    user_agent: string | null;
    reason: 'unregistered' | 'expired';
  };
  'billing.balance.changed': { transaction_id: string; kind: string; amount_cents: number; balance_cents: number };
  /** A card processor sent a callback that the worker has to process. */
  'billing.processor_event.received': { event_id: string };
  /** The sandbox processor has an event to deliver. */
  'billing.sandbox_event.due': { event_id: string };
  'billing.topup.succeeded': { topup_id: string; amount_cents: number; transaction_id: string };
  'billing.balance.low': { balance_cents: number; threshold_cents: number };
  /** A debit left the balance below the auto-recharge threshold and claimed the charge that follows. */
  'billing.recharge.claimed': { claim_id: string };
  'billing.recharge.succeeded': { topup_id: string; amount_cents: number; transaction_id: string };
  'billing.recharge.failed': {
    /** Null if there was no card to charge. */
    topup_id: string | null;
    amount_cents: number;
    failure_code: string;
    failure_message: string;
    consecutive_failures: number;
    /** Unix seconds. Null while auto-recharge remains active. */
    paused_until: number | null;
  };
  /** A debt began or ended, or a chargeback left one. */
  'billing.debt.changed': { balance_cents: number; credit_limit_cents: number; is_chargeback: boolean };
}

export type EventType = keyof EventPayloads;

export type IntegrationEvent = {
  [T in EventType]: { readonly type: T; readonly accountId: string; readonly data: Readonly<EventPayloads[T]> };
}[EventType];

/** An event as its subscribers receive it. */
export type PublishedEvent = IntegrationEvent & { readonly id: string; readonly createdAt: Date };

export abstract class EventBus {
  /** Publishes an event: delivered at least once, in order per account, and only if the surrounding transaction commits. */
  abstract publish(event: IntegrationEvent): Promise<void>;
  /** Publishes the events in the given order, in one step. */
  abstract publishAll(events: readonly IntegrationEvent[]): Promise<void>;
}
