import { CartController } from './cart.controller';
import { CatalogController } from './catalog.controller';
import { CheckoutsController } from './checkouts.controller';
import { NumberLifeController } from './number-life.controller';
import { NumberOrdersController } from './number-orders.controller';
import { NumbersController } from './numbers.controller';

export const numberingControllers = [
  NumbersController,
  CatalogController,
  CartController,
  CheckoutsController,
  NumberLifeController,
  NumberOrdersController,
];
