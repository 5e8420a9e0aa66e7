import { AutoRechargeController } from './auto-recharge.controller';
import { BalanceController } from './journal/balance.controller';
import { HoldsController } from './journal/holds.controller';
import { InvoicesController } from './invoices.controller';
import { PaymentMethodsController } from './payment-methods.controller';
import { RatesController } from './usage/rates.controller';
import { TopupsController } from './topups.controller';
import { TransactionsController } from './journal/transactions.controller';
import { UsageController } from './usage/usage.controller';

export const billingControllers = [
  BalanceController,
  TransactionsController,
  HoldsController,
  TopupsController,
  PaymentMethodsController,
  AutoRechargeController,
  RatesController,
  UsageController,
  InvoicesController,
];
