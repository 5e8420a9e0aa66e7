import type { WalletView } from '@trunkline/billing-ledger';
import { balanceOf, BILLING_MODES } from '@trunkline/kernel';
import { Cents, Currency, Decimal, OneOf, UnixTime } from '../../http';

export class BalanceDto {
  @Decimal({ description: 'Balance in US dollars, including held funds.', example: 25.5 })
  amount: number;

  @Cents({ description: 'Balance in cents, including held funds. Negative if the account owes money.', example: 2550 })
  amountCents: number;

  @Currency()
  currency: string;

  @OneOf({
    description: 'Whether usage is paid in advance or in arrears.',
    values: BILLING_MODES,
    name: 'BillingMode',
  })
  billingMode: string;

  @Cents({ description: 'Funds held for orders and live calls, in cents.', example: 0 })
  heldCents: number;

  @Cents({ description: 'Available funds in cents: balance − held + credit limit.', example: 2550 })
  availableCents: number;

  @Cents({ description: 'Amount in cents by which the balance may fall below zero.', example: 0 })
  creditLimitCents: number;

  @UnixTime({ description: 'Time of the last change.' })
  updatedAt: Date;
}

export function toBalanceDto(wallet: WalletView): BalanceDto {
  return { ...wallet, ...balanceOf(wallet.amountCents) };
}
