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
