import type { WalletView } from '@trunkline/billing-ledger';
import { balanceOf, unixSeconds } from '@trunkline/kernel';
import { Cents, Decimal, OneOf, Text, UnixTime } from '../../http';

export class BalanceDto {
  @Decimal({ description: 'The balance in major units, what is held included.', example: 25.5 })
  amount: number;

  @Cents({ description: 'The balance in cents, what is held included. Negative when the account owes.', example: 2550 })
  amount_cents: number;

  @Text({ description: 'ISO 4217.', example: 'USD' })
  currency: string;

  @OneOf({ description: 'Whether charges need a balance.', values: ['prepaid', 'postpaid'], name: 'BillingMode' })
  billing_mode: string;

  @Cents({ description: 'Set aside for checkouts that are under way.', example: 0 })
  held_cents: number;

  @Cents({ description: 'What can be spent now: balance − held + credit limit.', example: 2550 })
  available_cents: number;

  @Cents({ description: 'How far below zero the balance may go.', example: 0 })
  credit_limit_cents: number;

  @UnixTime({ description: 'When any of this last changed.' })
  updated_at: number;
}

export function toBalanceDto(wallet: WalletView): BalanceDto {
  const { amount, amountCents, currency } = balanceOf(wallet.amountCents);
  return {
    amount,
    amount_cents: amountCents,
    currency,
    billing_mode: wallet.billingMode,
    held_cents: wallet.heldCents,
    available_cents: wallet.availableCents,
    credit_limit_cents: wallet.creditLimitCents,
    updated_at: unixSeconds(wallet.updatedAt),
  };
}
