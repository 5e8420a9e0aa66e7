import { AutoRechargeController } from './auto-recharge.controller';
import { BalanceController } from './balance.controller';
import { InvoicesController } from './invoices.controller';
import { PaymentMethodsController } from './payment-methods.controller';
import { RatesController } from './rates.controller';
import { TopupsController } from './topups.controller';
import { TransactionsController } from './transactions.controller';
import { UsageController } from './usage.controller';

export const billingControllers = [
  BalanceController,
  TransactionsController,
  TopupsController,
  PaymentMethodsController,
  AutoRechargeController,
  RatesController,
  UsageController,
  InvoicesController,
];
