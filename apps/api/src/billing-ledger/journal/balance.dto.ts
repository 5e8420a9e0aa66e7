import type { WalletView } from '@trunkline/billing-ledger';
import { balanceOf, BILLING_MODES, unixSeconds } from '@trunkline/kernel';
import { Cents, Decimal, OneOf, Text, UnixTime } from '../../http';

export class BalanceDto {
  @Decimal({ description: 'Balance in US dollars, including held funds.', example: 25.5 })
  amount: number;

  @Cents({ description: 'Balance in cents, including held funds. Negative if the account owes money.', example: 2550 })
  amount_cents: number;

  @Text({ description: 'ISO 4217 currency code.', example: 'USD' })
  currency: string;

  @OneOf({
    description: 'Whether usage is paid in advance or in arrears.',
    values: BILLING_MODES,
    name: 'BillingMode',
  })
  billing_mode: string;

  @Cents({ description: 'Funds held for orders and live calls, in cents.', example: 0 })
  held_cents: number;

  @Cents({ description: 'Available funds in cents: balance − held + credit limit.', example: 2550 })
  available_cents: number;

  @Cents({ description: 'Amount in cents by which the balance may fall below zero.', example: 0 })
  credit_limit_cents: number;

  @UnixTime({ description: 'Time of the last change.' })
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
