import { compose, displayCents, inUtc, type Message } from '@trunkline/kernel';

export interface LowBalance {
  readonly balanceCents: number;
  readonly thresholdCents: number;
}

export function lowBalanceMessage(name: string, { balanceCents, thresholdCents }: LowBalance): Message {
  return compose({
    subject: 'Your balance is low',
    name,
    lines: [
      `Your account balance is ${displayCents(balanceCents)}, which is below your alert threshold of ${displayCents(thresholdCents)}.`,
      'Top up your balance or enable auto-recharge to keep your numbers and calls working.',
    ],
    footer: "You'll get one alert each time the balance falls below the threshold. Change it in your account settings.",
  });
}

export interface FailedRecharge {
  readonly amountCents: number;
  readonly reason: string;
  readonly pausedUntil: Date | null;
}

export function failedRechargeMessage(name: string, { amountCents, reason, pausedUntil }: FailedRecharge): Message {
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

export interface AccountDebt {
  readonly balanceCents: number;
  readonly creditLimitCents: number;
  /** When the account was suspended. */
  readonly at: Date;
}

export function suspendedForDebtMessage(name: string, { balanceCents, creditLimitCents }: AccountDebt): Message {
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
