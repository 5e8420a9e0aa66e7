import type { AccountStatus } from './principal';

/** The published language: what each integration event carries. Names are those of the specification's Events section. */
export interface EventPayloads {
  'account.created': { account_id: string; user_id: string };
  'account.status_changed': { account_id: string; status: AccountStatus };
  'mail.requested': { mail_id: string };
  'number.provisioned': { number_id: string; e164: string; order_id: string };
  'number.suspended': { number_id: string; e164: string; reason: string };
  'number.released': { number_id: string; e164: string };
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
  'billing.topup.succeeded': { topup_id: string; amount_cents: number; transaction_id: string };
  'billing.balance.low': { balance_cents: number; threshold_cents: number };
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
}
