import type { AccountStatus } from '../principal';

/** An event that customers never receive. `data` is only a type. */
interface InternalEvent<T> {
  readonly sentWhen: string;
  readonly data?: T;
}

const internal = <T>(sentWhen: string): InternalEvent<T> => ({ sentWhen });

/** The events that only contexts and the worker exchange. */
export const INTERNAL_EVENTS = {
  'account.created': internal<{ account_id: string; user_id: string }>('An account is created.'),
  'account.status_changed': internal<{ account_id: string; status: AccountStatus }>(
    'An account is suspended, resumed or closed.',
  ),
  'compliance.bundle.submitted': internal<{ bundle_id: string }>(
    'A bundle is submitted. The sandbox reviews it by itself.',
  ),
  /** `bundle_ids` are the bundles that had the end user or its documents. */
  'compliance.end_user.erased': internal<{ end_user_id: string; bundle_ids: readonly string[] }>(
    'An end user is erased.',
  ),
  'mail.requested': internal<{ mail_id: string }>('A mail is to be sent.'),
  /** The members of the account receive a mail. Times are in Unix seconds, and null before the last attempt. */
  'numbering.charges.refused': internal<{
    attempt: number;
    numbers: readonly {
      readonly number_id: string;
      readonly e164: string;
      readonly amount_cents: number;
      readonly release_scheduled_at: number | null;
    }[];
  }>('Monthly charges of one account fail in the same attempt.'),
  /** The members of the account receive a mail. `numbers` are the first of them; a null time says that the change was withdrawn. */
  'numbering.prices.changing': internal<{
    repricing_id: string;
    number_count: number;
    price_changes_at: number | null;
    numbers: readonly {
      readonly e164: string;
      readonly monthly_price_cents: number;
      readonly next_monthly_price_cents: number | null;
    }[];
  }>('Changes of prices of one account are announced or withdrawn.'),
  'numbering.supplier_event.received': internal<{ supplier: string; event_id: string }>(
    'A supplier sends a callback that the worker has to process.',
  ),
  'messaging.carrier_event.received': internal<{ carrier_id: string; event_id: string }>(
    'A carrier of messages sends a callback that the worker has to process.',
  ),
  'billing.balance.changed': internal<{
    transaction_id: string;
    kind: string;
    amount_cents: number;
    balance_cents: number;
  }>('The balance of a wallet changes.'),
  'billing.processor_event.received': internal<{ event_id: string }>(
    'A card processor sends a callback that the worker has to process.',
  ),
  'billing.sandbox_event.due': internal<{ event_id: string }>('The sandbox processor has an event to deliver.'),
  'billing.recharge.claimed': internal<{ claim_id: string }>(
    'A debit leaves the balance below the auto-recharge threshold and claims the charge that follows.',
  ),
  'billing.invoice.issued': internal<{ invoice_id: string }>('An invoice is issued, including correcting invoices.'),
  'billing.debt.changed': internal<{ balance_cents: number; credit_limit_cents: number; is_chargeback: boolean }>(
    'A debt begins or ends, or a chargeback leaves one.',
  ),
};
