import { fromUnixSeconds, type Mails, type Message, type PublishedEvent } from '@trunkline/kernel';
import { type AccountDebt, failedRechargeMessage, lowBalanceMessage, suspendedForDebtMessage } from './messages';
import { isUnlimited } from '../../domain/journal/wallet-terms';
import type { Journal } from '../journal/ports';
import type { BillingContacts } from './ports';

type EventOf<T extends PublishedEvent['type']> = Extract<PublishedEvent, { readonly type: T }>;

/** Mails an account's billing contacts about events. Runs in the caller's transaction; safe to repeat. */
export class BillingNotices {
  constructor(
    private readonly contacts: BillingContacts,
    private readonly journal: Pick<Journal, 'balance'>,
    private readonly mails: Mails,
  ) {}

  /** An unlimited wallet stops nothing when it is low, so its owners get the event only. */
  async lowBalance({ id, accountId, data }: EventOf<'billing.balance.low'>): Promise<void> {
    if (isUnlimited(await this.journal.balance(accountId))) return;
    const low = { balanceCents: data.balance_cents, thresholdCents: data.threshold_cents };
    return this.send(accountId, `low_balance:${id}`, (name) => lowBalanceMessage(name, low));
  }

  rechargeFailed({ id, accountId, data }: EventOf<'billing.recharge.failed'>): Promise<void> {
    const pausedUntil = data.paused_until === null ? null : fromUnixSeconds(data.paused_until);
    const failed = { amountCents: data.amount_cents, reason: data.failure_message, pausedUntil };
    return this.send(accountId, `recharge_failed:${id}`, (name) => failedRechargeMessage(name, failed));
  }

  /** Joins the transaction that suspends the account: one mail per suspension. */
  suspendedForDebt(accountId: string, debt: AccountDebt): Promise<void> {
    const key = `suspended_for_debt:${debt.at.toISOString()}`;
    return this.send(accountId, key, (name) => suspendedForDebtMessage(name, debt));
  }

  private async send(accountId: string, key: string, write: (name: string) => Message): Promise<void> {
    for (const { userId, email, name } of await this.contacts.billingContacts(accountId)) {
      await this.mails.send({ ...write(name), accountId, to: email, key: `${key}:${userId}` });
    }
  }
}
