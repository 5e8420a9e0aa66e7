import { BalanceController } from './balance.controller';
import { PaymentMethodsController } from './payment-methods.controller';
import { TopupsController } from './topups.controller';
import { TransactionsController } from './transactions.controller';

export const billingControllers = [
  BalanceController,
  TransactionsController,
  TopupsController,
  PaymentMethodsController,
];
