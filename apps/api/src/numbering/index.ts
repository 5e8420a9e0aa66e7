import { CartController } from './checkout/cart.controller';
import { CatalogController } from './supply/catalog.controller';
import { CheckoutsController } from './checkout/checkouts.controller';
import { NumberLifeController } from './lifecycle/number-life.controller';
import { PortRequestsController } from './porting/port-requests.controller';
import { PortTimelineController } from './porting/port-timeline.controller';
import { NumberOrdersController } from './number-orders.controller';
import { PortChecksController } from './porting/port-checks.controller';
import { PortImportsController } from './porting/port-imports.controller';
import { PortLettersController } from './porting/port-letters.controller';
import { PortOutsController } from './porting/port-outs.controller';
import { NumberImportsController } from './lifecycle/number-imports.controller';
import { NumberJobsController } from './lifecycle/number-jobs.controller';
import { NumbersController } from './lifecycle/numbers.controller';

export const numberingControllers = [
  // Before `/v1/numbers/{e164}`.
  NumberImportsController,
  NumberJobsController,
  NumbersController,
  CatalogController,
  CartController,
  CheckoutsController,
  NumberLifeController,
  NumberOrdersController,
  PortChecksController,
  PortOutsController,
  PortImportsController,
  PortLettersController,
  PortRequestsController,
  PortTimelineController,
];
