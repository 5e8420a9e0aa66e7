import {
  compose,
  displayCents,
  fromUnixSeconds,
  inUtc,
  type Mails,
  type Message,
  type PublishedEvent,
} from '@trunkline/kernel';
import { isUnlimited } from '../domain/journal/wallet-terms';
import type { Journal } from './journal';
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

interface LowBalance {
  readonly balanceCents: number;
  readonly thresholdCents: number;
}

function lowBalanceMessage(name: string, { balanceCents, thresholdCents }: LowBalance): Message {
  return compose({
    subject: 'Your balance is low',
    name,
    lines: [
      `Your account balance is ${displayCents(balanceCents)}, which is below your alert threshold of ${displayCents(thresholdCents)}.`,
      'Top up your balance or enable auto-recharge to keep your numbers and calls working.',
    ],
    footer: "You'll get one alert each time the balance falls below the threshold. Change it on the Billing page.",
  });
}

interface FailedRecharge {
  readonly amountCents: number;
  readonly reason: string;
  readonly pausedUntil: Date | null;
}

function failedRechargeMessage(name: string, { amountCents, reason, pausedUntil }: FailedRecharge): Message {
  return compose({
    subject: pausedUntil ? 'Auto-recharge is paused' : 'Auto-recharge failed',
    name,
    lines: [
      `Your balance is below your auto-recharge threshold, and we could not charge ${displayCents(amountCents)}. ${reason}`,
      pausedUntil
        ? `Auto-recharge is paused until ${inUtc(pausedUntil)} because several attempts in a row failed. To end the pause, save the auto-recharge settings again.`
        : "We'll try again soon.",
    ],
    footer: 'Check your default payment method, or top up manually.',
  });
}

interface AccountDebt {
  readonly balanceCents: number;
  readonly creditLimitCents: number;
  /** When the account was suspended. */
  readonly at: Date;
}

function suspendedForDebtMessage(name: string, { balanceCents, creditLimitCents }: AccountDebt): Message {
  const limit = creditLimitCents > 0 ? `its credit limit of ${displayCents(creditLimitCents)}` : 'zero';
  return compose({
    subject: 'Your account was suspended',
    name,
    lines: [
      `Your account balance is ${displayCents(balanceCents)}, which is below ${limit}. We suspended the account and its numbers: they carry no calls, and you cannot place orders.`,
      'Top up your balance to pay the debt. The account and its numbers then work again immediately. Numbers whose monthly charge keeps failing are suspended separately and released later.',
    ],
    footer: 'You can still sign in, view your data and pay.',
  });
}
