import type { AccountStatus } from './principal';

/** `requested`: by the customer, at once or at the end of the cycle. */
export type NumberReleaseReason = 'requested' | 'non_payment' | 'order_cancelled' | 'no_documents' | 'account_closed';

/** The published language: what each integration event carries. Names are those of the specification's Events section. */
export interface EventPayloads {
  'account.created': { account_id: string; user_id: string };
  'account.status_changed': { account_id: string; status: AccountStatus };
  'api_key.expiring': { api_key_id: string; name: string; prefix_display: string; expires_at: number };
  'mail.requested': { mail_id: string };
  'number.provisioned': { number_id: string; e164: string; order_id: string };
  'number.suspended': { number_id: string; e164: string; reason: string };
  /** A suspended number works again; `reason` is the word of the suspension that has ended. */
  'number.resumed': { number_id: string; e164: string; reason: string };
  /** The release of a number was scheduled, or moved to another time. */
  'number.release_scheduled': {
    number_id: string;
    e164: string;
    /** Unix seconds. */
    release_scheduled_at: number;
    reason: 'requested' | 'non_payment';
  };
  /** `reason` is missing in events of versions that did not tell it. */
  'number.released': { number_id: string; e164: string; reason?: string };
  /** Monthly charges of one account that were refused together, at an attempt of which its people are told by mail. */
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
  /** Of a supplier's callback, to be followed. */
  'numbering.supplier_event.received': { supplier: string; event_id: string };
  'order.completed': { order_id: string; e164: string; number_id: string };
  'order.failed': { order_id: string; e164: string | null; error_code: string };
  'call.completed': {
    cdr_id: string;
    direction: 'inbound' | 'outbound';
    e164: string | null;
    billable_duration_s: number;
    customer_total_cents: number;
  };
  'billing.balance.changed': { transaction_id: string; kind: string; amount_cents: number; balance_cents: number };
  /** Of a card processor's callback, to be handled. */
  'billing.processor_event.received': { event_id: string };
  /** The sandbox processor has an event to call back with. */
  'billing.sandbox_event.due': { event_id: string };
  'billing.topup.succeeded': { topup_id: string; amount_cents: number; transaction_id: string };
  'billing.balance.low': { balance_cents: number; threshold_cents: number };
  /** A debit has left the balance below the threshold of auto-recharge, and claimed the one charge that follows. */
  'billing.recharge.claimed': { claim_id: string };
  'billing.recharge.succeeded': { topup_id: string; amount_cents: number; transaction_id: string };
  'billing.recharge.failed': {
    /** Null where there was no card to charge. */
    topup_id: string | null;
    amount_cents: number;
    failure_code: string;
    failure_message: string;
    consecutive_failures: number;
    /** Unix seconds; null while auto-recharge goes on. */
    paused_until: number | null;
  };
  /** The balance has fallen below the credit limit or come back to it, or a chargeback has left it there. */
  'billing.debt.changed': { balance_cents: number; credit_limit_cents: number; is_chargeback: boolean };
}

export type EventType = keyof EventPayloads;

export type IntegrationEvent = {
  [T in EventType]: { readonly type: T; readonly accountId: string; readonly data: Readonly<EventPayloads[T]> };
}[EventType];

/** An event as its subscribers receive it. */
export type PublishedEvent = IntegrationEvent & { readonly id: string; readonly createdAt: Date };

export abstract class EventBus {
  /** Delivered at least once, in order per account, and only if the surrounding transaction commits. */
  abstract publish(event: IntegrationEvent): Promise<void>;
  /** All of them in one step, in the order in which they stand. */
  abstract publishAll(events: readonly IntegrationEvent[]): Promise<void>;
}
