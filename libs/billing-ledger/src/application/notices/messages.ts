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
      `The balance of your account is ${displayCents(balanceCents)}, which is below ${displayCents(thresholdCents)}, where you wanted to be told.`,
      'Top it up, or turn auto-recharge on, so that your numbers and calls go on.',
    ],
    footer: 'You are told once each time the balance falls below this. Change it in the settings of the account.',
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
      `Your balance is below the threshold that you have set, and ${displayCents(amountCents)} could not be charged. ${reason}`,
      pausedUntil
        ? `Auto-recharge is paused until ${inUtc(pausedUntil)}, since it has failed several times in a row. Saving its settings again ends the pause.`
        : 'It will be tried again soon.',
    ],
    footer: 'Look at your default payment method, or top up by hand.',
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
      `The balance of your account is ${displayCents(balanceCents)}, which is below ${limit}. The account and its numbers were suspended: they carry no calls, and nothing can be ordered.`,
      'Top up your balance: as soon as the debt is paid, the account and its numbers work again. Numbers whose monthly charge goes on failing are suspended for it, too, and released later.',
    ],
    footer: 'You can still sign in, read everything and pay.',
  });
}
